public import CPledge

/// A value that is only reachable while its lock is held.
///
/// The lock is one that the thread sanitizer sees. No user code may run under it, and no user value
/// may be released under it. A closure is kept in a struct: a bare one is called another way where its
/// type is generic, so every access would wrap it and write the wrapped one back.
@safe @usableFromInline package final class Locked<Value: ~Copyable>: @unchecked Sendable {
  @usableFromInline let lock: OpaquePointer
  // Who enters twice is stopped by the lock, before any check.
  @exclusivity(unchecked) @usableFromInline var value: Value

  @inlinable package init(_ value: consuming sending Value) {
    unsafe lock = unsafe pledge_lock_create().unsafelyUnwrapped
    unsafe self.value = value
  }

  deinit {
    unsafe pledge_lock_destroy(lock)
  }

  /// Runs `body` with the value, alone.
  ///
  /// What is returned can be released after unlocking. Inlined, it would be released as soon as nobody
  /// names it any more, which may be before.
  @inlinable @inline(never)
  package func withLock<Output>(_ body: (inout Value) throws -> Output) rethrows -> Output {
    unsafe pledge_lock_acquire(lock)
    defer { unsafe pledge_lock_release(lock) }
    return unsafe try body(&value)
  }
}
