public import PledgeCore

// EasyAsync's operator, with the precedence that it has there.
infix operator ||| : AdditionPrecedence

/// Returns a promise for the first value of `left` and `right` (spec 11.9).
///
///     let user = primary.load(1) ||| mirror.load(1)
///
/// This operator acts like ``any(_:file:line:)-([Future<Value>],_,_)``: the first value detaches
/// the returned promise from the other promise. Discarding the returned promise detaches it from
/// both. If both are rejected, the returned promise is rejected with an ``AggregateError`` that
/// contains the errors of `left` and `right`, in this order.
///
/// - Parameters:
///   - left: A promise.
///   - right: Another promise.
/// - Returns: A promise for the first value.
@inlinable
public func ||| <Value: Sendable>(left: Future<Value>, right: Future<Value>) -> Promise<Value> {
  any([left, right], at: left.site)
}

/// Same as ``|||(_:_:)-(Future<Value>,_)``, for promises of different types.
@_disfavoredOverload
public func ||| <A: Sendable, B: Sendable>(
  left: Future<A>,
  right: Future<B>
) -> Promise<any Sendable> {
  left.asAnySendable ||| right.asAnySendable
}

extension Future {
  fileprivate var asAnySendable: Promise<any Sendable> {
    stage(Named(Names.Passing.self, Mapping { $0 as any Sendable }))
  }
}
