public import PledgeCore

// The seed's operator, with the precedence that it has there.
infix operator ||| : AdditionPrecedence

/// Returns a promise for the first value of the two, as ``any(_:file:line:)-([Future<Value>],_,_)`` does
/// (spec 11.9).
///
///     let user = primary.load(1) ||| mirror.load(1)
///
/// The other loses this consumer, and both when it is discarded. If both are rejected, it is
/// rejected with ``AggregateError``, which has the errors of `left` and `right` in this order.
///
/// - Parameters:
///   - left: A promise.
///   - right: Another one.
/// - Returns: A promise for the first value.
@inlinable
public func ||| <Value: Sendable>(left: Future<Value>, right: Future<Value>) -> Promise<Value> {
  any([left, right], at: left.site)
}

/// Same as ``|||(_:_:)-(Future<Value>,_)``, for promises of different types.
@_disfavoredOverload @inlinable
public func ||| <A: Sendable, B: Sendable>(
  left: Future<A>,
  right: Future<B>
) -> Promise<any Sendable> {
  left.map { $0 as any Sendable } ||| right.map { $0 as any Sendable }
}
