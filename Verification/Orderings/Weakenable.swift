/// The operations with an explicit ordering, for a copy in which their calls are numbered.
///
/// See `Weakenable.h`. These are appended to the file with the other operations.
extension AtomicWord {
  @usableFromInline func loadAcquiring(_ call: UInt) -> Word {
    Word(bits: unsafe pledge_load_acquire_or_weaker(call, address))
  }

  @usableFromInline func storeReleasing(_ call: UInt, _ value: Word) {
    unsafe pledge_store_release_or_weaker(call, address, value.bits)
  }

  @usableFromInline func insertReleasing(_ call: UInt, _ flags: Word) {
    _ = unsafe pledge_or_release_or_weaker(call, address, flags.bits)
  }

  @usableFromInline func removeAcquiringAndReleasing(_ call: UInt, _ flags: Word) {
    _ = unsafe pledge_and_acq_rel_or_weaker(call, address, ~flags.bits)
  }

  @usableFromInline
  func exchangeAcquiring(_ call: UInt, _ expected: inout Word, for desired: Word) -> Bool {
    unsafe pledge_cas_acquire_or_weaker(call, address, &expected.bits, desired.bits)
  }

  @usableFromInline
  func exchangeReleasing(_ call: UInt, _ expected: inout Word, for desired: Word) -> Bool {
    unsafe pledge_cas_release_or_weaker(call, address, &expected.bits, desired.bits)
  }

  @usableFromInline
  func exchangeAcquiringAndReleasing(
    _ call: UInt,
    _ expected: inout Word,
    for desired: Word
  ) -> Bool {
    unsafe pledge_cas_acq_rel_or_weaker(call, address, &expected.bits, desired.bits)
  }
}
