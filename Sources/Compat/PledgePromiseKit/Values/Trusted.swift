internal import Pledge

/// Makes a closure Sendable that is so but for a conformance which it uses: those of a generic type
/// may belong to an actor, for all that the compiler knows, and the original's signatures do not
/// say more.
func trusted<T, U>(_ body: @escaping (T) throws -> U) -> @Sendable (T) throws -> U {
  let body = UncheckedSendable(body)
  return { try body.value($0) }
}

/// Same as ``trusted(_:)-((T)throws->U)``, for a closure that does not throw.
func trusted<T, U>(_ body: @escaping (T) -> U) -> @Sendable (T) -> U {
  let body = UncheckedSendable(body)
  return { body.value($0) }
}
