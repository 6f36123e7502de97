public import CPledge

/// A value that is accessible only while its lock is held.
///
/// The thread sanitizer recognizes the lock. No user code may run, and no user value may be
/// released, while it is held. Wrap a closure in a struct before storing it here: a bare closure
/// has a different calling convention in generic code, so every access would wrap it and store the
/// wrapper.
@safe @usableFromInline package final class Locked<Value: ~Copyable>: @unchecked Sendable {
  @usableFromInline let lock: OpaquePointer
  // The lock stops reentrant access before an exclusivity check could.
  @exclusivity(unchecked) @usableFromInline var value: Value

  @inlinable package init(_ value: consuming sending Value) {
    unsafe lock = unsafe pledge_lock_create().unsafelyUnwrapped
    unsafe self.value = value
  }

  deinit {
    unsafe pledge_lock_destroy(lock)
  }

  /// Runs `body` with exclusive access to the value.
  ///
  /// The caller can release the result after unlocking. If this function were inlined, the result
  /// might be released after its last use, before unlocking.
  @inlinable @inline(never)
  package func withLock<Output>(_ body: (inout Value) throws -> Output) rethrows -> Output {
    unsafe pledge_lock_acquire(lock)
    defer { unsafe pledge_lock_release(lock) }
    return unsafe try body(&value)
  }
}
