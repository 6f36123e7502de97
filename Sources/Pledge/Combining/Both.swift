internal import PledgeCore

// The seed's operator, with the precedence that it has there.
infix operator &&& : MultiplicationPrecedence

/// Returns a promise for the values of both, as ``all(_:file:line:)->Promise<(Value)>`` does (spec
/// 11.9).
///
///     (load(1) &&& members(of: "A")).map { user, team in team.count }.observe { print($0) }
///
/// Either rejection rejects it at once and leaves the other; a discard leaves both. Longer rows
/// make pairs of pairs: `a &&& b &&& c` is fulfilled with `((a, b), c)`; for `(a, b, c)` there is
/// `all`.
///
/// - Parameters:
///   - left: The promise for the first value.
///   - right: The promise for the second value.
/// - Returns: A promise for the pair.
public func &&& <A: Sendable, B: Sendable>(left: Future<A>, right: Future<B>) -> Promise<(A, B)> {
  all(left, right, at: left.site)
}

/// Returns a promise for the value of `left`, paired with `right` (spec 11.9).
///
///     (load(1) &&& "A").map { user, team in user.team == team }.observe { print($0) }
///
/// A rejection rejects it; discarding it leaves `left`.
///
/// - Parameters:
///   - left: The promise for the first value.
///   - right: The second value, which is there; a promise is waited for instead.
/// - Returns: A promise for the pair.
@_disfavoredOverload
public func &&& <A: Sendable, B: Sendable>(left: Future<A>, right: B) -> Promise<(A, B)> {
  left.map { ($0, right) }
}

/// Returns a promise for the value of `right`, paired with `left` (spec 11.9).
///
///     ("A" &&& load(1)).map { team, user in user.team == team }.observe { print($0) }
///
/// A rejection rejects it; discarding it leaves `right`.
///
/// - Parameters:
///   - left: The first value, which is there; a promise is waited for instead.
///   - right: The promise for the second value.
/// - Returns: A promise for the pair.
@_disfavoredOverload
public func &&& <A: Sendable, B: Sendable>(left: A, right: Future<B>) -> Promise<(A, B)> {
  right.map { (left, $0) }
}
