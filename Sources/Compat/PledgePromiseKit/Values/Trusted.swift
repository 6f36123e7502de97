internal import Pledge

/// Returns `body` as `Sendable`; only a conformance that it uses keeps it from being so.
///
/// The compiler has to assume that a conformance of a generic type may be isolated to an actor, and
/// the original's signatures do not exclude that.
func trusted<T, U>(_ body: @escaping (T) throws -> U) -> @Sendable (T) throws -> U {
  let body = UncheckedSendable(body)
  return { try body.value($0) }
}

/// Same as ``trusted(_:)-((T)throws->U)``, for a closure that does not throw.
func trusted<T, U>(_ body: @escaping (T) -> U) -> @Sendable (T) -> U {
  let body = UncheckedSendable(body)
  return { body.value($0) }
}
