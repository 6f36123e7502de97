public import CPledge

/// A word that threads change atomically.
@usableFromInline package protocol NodeWord: Sendable, BitwiseCopyable {
  var bits: UInt { get set }

  init(bits: UInt)
}

/// A word without states of its own: a counter, or an address with a tag.
extension UInt: NodeWord {
  @inlinable @inline(__always) package var bits: UInt {
    get { self }
    set { self = newValue }
  }

  @inlinable @inline(__always) package init(bits: UInt) {
    self = bits
  }
}

/// One word of a node, accessed through its address to avoid exclusivity checks.
///
/// The name of every operation states its memory ordering; a comment at the call site states what
/// it pairs with. The creator of an instance guarantees that the node outlives it.
@safe @frozen @usableFromInline package struct AtomicWord<Word: NodeWord> {
  @usableFromInline let address: UnsafeMutablePointer<UInt>

  @inlinable @inline(__always) init(_ address: UnsafeMutablePointer<UInt>) {
    unsafe self.address = unsafe address
  }

  @inlinable @inline(__always) func loadRelaxed() -> Word {
    Word(bits: unsafe pledge_load_relaxed(address))
  }

  @inlinable @inline(__always) func loadAcquiring() -> Word {
    Word(bits: unsafe pledge_load_acquire(address))
  }

  @inlinable @inline(__always) func storeRelaxed(_ value: Word) {
    unsafe pledge_store_relaxed(address, value.bits)
  }

  @inlinable @inline(__always) func storeReleasing(_ value: Word) {
    unsafe pledge_store_release(address, value.bits)
  }

  @inlinable @inline(__always) func insertRelaxed(_ flags: Word) {
    _ = unsafe pledge_or_relaxed(address, flags.bits)
  }

  @inlinable @inline(__always) func insertReleasing(_ flags: Word) {
    _ = unsafe pledge_or_release(address, flags.bits)
  }

  @inlinable @inline(__always) func removeAcquiringAndReleasing(_ flags: Word) {
    _ = unsafe pledge_and_acq_rel(address, ~flags.bits)
  }

  /// Replaces `expected` with `desired`; on failure, returns `false` and updates `expected` to the
  /// value found.
  @inlinable @inline(__always)
  func exchangeAcquiring(_ expected: inout Word, for desired: Word) -> Bool {
    unsafe pledge_cas_acquire(address, &expected.bits, desired.bits)
  }

  /// Replaces `expected` with `desired`; on failure, returns `false` and updates `expected` to the
  /// value found, without acquiring.
  @inlinable @inline(__always)
  func exchangeReleasing(_ expected: inout Word, for desired: Word) -> Bool {
    unsafe pledge_cas_release(address, &expected.bits, desired.bits)
  }

  /// Replaces `expected` with `desired`; on failure, returns `false` and updates `expected` to the
  /// value found.
  @inlinable @inline(__always)
  func exchangeAcquiringAndReleasing(_ expected: inout Word, for desired: Word) -> Bool {
    unsafe pledge_cas_acq_rel(address, &expected.bits, desired.bits)
  }
}
