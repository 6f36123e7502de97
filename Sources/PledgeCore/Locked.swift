internal import CPledge

/// A value that is only reachable while its lock is held.
///
/// The lock is one that the thread sanitizer sees. No user code may run under it, and no user value
/// may be released under it. A closure is kept in a struct: a bare one is called another way where its
/// type is generic, so every access would wrap it and write the wrapped one back.
@safe package final class Locked<Value>: @unchecked Sendable {
  private let lock: OpaquePointer
  private var value: Value

  package init(_ value: consuming sending Value) {
    unsafe lock = unsafe pledge_lock_create().unsafelyUnwrapped
    self.value = value
  }

  deinit {
    unsafe pledge_lock_destroy(lock)
  }

  /// Runs `body` with the value, alone.
  package func withLock<Output>(_ body: (inout Value) throws -> Output) rethrows -> Output {
    unsafe pledge_lock_acquire(lock)
    defer { unsafe pledge_lock_release(lock) }
    return try body(&value)
  }
}
