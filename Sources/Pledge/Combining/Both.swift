internal import PledgeCore

// EasyAsync's operator, with the precedence that it has there.
infix operator &&& : MultiplicationPrecedence

/// Returns a promise for the values of `left` and `right` (spec 11.9).
///
///     (load(1) &&& members(of: "A")).map { user, team in team.count }.observe { print($0) }
///
/// This operator acts like ``all(_:file:line:)->Promise<(Value)>``: the first rejection rejects the
/// returned promise immediately and detaches it from the other promise. Discarding the returned
/// promise detaches it from both. Longer expressions nest: `a &&& b &&& c` is fulfilled with
/// `((a, b), c)`. For `(a, b, c)`, use `all`.
///
/// - Parameters:
///   - left: The promise for the first value.
///   - right: The promise for the second value.
/// - Returns: A promise for the pair.
public func &&& <A: Sendable, B: Sendable>(left: Future<A>, right: Future<B>) -> Promise<(A, B)> {
  combined(ValueOf(left, ValueOf(right, NoMember())), at: left.site, by: .all) { ($0.0, $0.1.0) }
}

/// Returns a promise for the value of `left`, paired with `right` (spec 11.9).
///
///     (load(1) &&& "A").map { user, team in user.team == team }.observe { print($0) }
///
/// A rejection of `left` is passed on. Discarding the returned promise detaches it from `left`.
///
/// - Parameters:
///   - left: The promise for the first value.
///   - right: The second value. If it is a promise, its value is used instead.
/// - Returns: A promise for the pair.
@_disfavoredOverload
public func &&& <A: Sendable, B: Sendable>(left: Future<A>, right: B) -> Promise<(A, B)> {
  left.stage(Named(Names.Conversion.self, Mapping { ($0, right) }))
}

/// Returns a promise for the value of `right`, paired with `left` (spec 11.9).
///
///     ("A" &&& load(1)).map { team, user in user.team == team }.observe { print($0) }
///
/// A rejection of `right` is passed on. Discarding the returned promise detaches it from `right`.
///
/// - Parameters:
///   - left: The first value. If it is a promise, its value is used instead.
///   - right: The promise for the second value.
/// - Returns: A promise for the pair.
@_disfavoredOverload
public func &&& <A: Sendable, B: Sendable>(left: A, right: Future<B>) -> Promise<(A, B)> {
  right.stage(Named(Names.Conversion.self, Mapping { (left, $0) }))
}
