public import CPledge

/// One word of a node, accessed through its address to avoid exclusivity checks.
///
/// The name of every operation states its memory ordering; a comment at the call site states what
/// it pairs with. The creator of an instance guarantees that the node outlives it.
@safe @frozen @usableFromInline package struct AtomicWord {
  @usableFromInline let address: UnsafeMutablePointer<UInt>

  @inlinable @inline(__always) init(_ address: UnsafeMutablePointer<UInt>) {
    unsafe self.address = unsafe address
  }

  @inlinable @inline(__always) func loadRelaxed() -> UInt {
    unsafe pledge_load_relaxed(address)
  }

  @inlinable @inline(__always) func loadAcquiring() -> UInt {
    unsafe pledge_load_acquire(address)
  }

  @inlinable @inline(__always) func storeRelaxed(_ value: UInt) {
    unsafe pledge_store_relaxed(address, value)
  }

  @inlinable @inline(__always) func storeReleasing(_ value: UInt) {
    unsafe pledge_store_release(address, value)
  }

  @inlinable @inline(__always) func insertRelaxed(_ bits: UInt) {
    _ = unsafe pledge_or_relaxed(address, bits)
  }

  @inlinable @inline(__always) func insertReleasing(_ bits: UInt) {
    _ = unsafe pledge_or_release(address, bits)
  }

  @inlinable @inline(__always) func removeAcquiringAndReleasing(_ bits: UInt) {
    _ = unsafe pledge_and_acq_rel(address, ~bits)
  }

  /// Replaces `expected` with `desired`; on failure, returns `false` and updates `expected` to the
  /// value found.
  @inlinable @inline(__always)
  func exchangeAcquiring(_ expected: inout UInt, for desired: UInt) -> Bool {
    unsafe pledge_cas_acquire(address, &expected, desired)
  }

  /// Replaces `expected` with `desired`; on failure, returns `false` and updates `expected` to the
  /// value found, without acquiring.
  @inlinable @inline(__always)
  func exchangeReleasing(_ expected: inout UInt, for desired: UInt) -> Bool {
    unsafe pledge_cas_release(address, &expected, desired)
  }

  /// Replaces `expected` with `desired`; on failure, returns `false` and updates `expected` to the
  /// value found.
  @inlinable @inline(__always)
  func exchangeAcquiringAndReleasing(_ expected: inout UInt, for desired: UInt) -> Bool {
    unsafe pledge_cas_acq_rel(address, &expected, desired)
  }
}
