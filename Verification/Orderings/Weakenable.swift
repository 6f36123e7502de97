/// The operations that spell an ordering, for a copy in which the calls of them are numbered; see
/// `Weakenable.h`. They are added to the file of the others.
extension AtomicWord {
  @usableFromInline func loadAcquiring(_ call: UInt) -> UInt {
    unsafe pledge_load_acquire_or_weaker(call, address)
  }

  @usableFromInline func storeReleasing(_ call: UInt, _ value: UInt) {
    unsafe pledge_store_release_or_weaker(call, address, value)
  }

  @usableFromInline func insertReleasing(_ call: UInt, _ bits: UInt) {
    _ = unsafe pledge_or_release_or_weaker(call, address, bits)
  }

  @usableFromInline func removeAcquiringAndReleasing(_ call: UInt, _ bits: UInt) {
    _ = unsafe pledge_and_acq_rel_or_weaker(call, address, ~bits)
  }

  @usableFromInline
  func exchangeAcquiring(_ call: UInt, _ expected: inout UInt, for desired: UInt) -> Bool {
    unsafe pledge_cas_acquire_or_weaker(call, address, &expected, desired)
  }

  @usableFromInline
  func exchangeReleasing(_ call: UInt, _ expected: inout UInt, for desired: UInt) -> Bool {
    unsafe pledge_cas_release_or_weaker(call, address, &expected, desired)
  }

  @usableFromInline
  func exchangeAcquiringAndReleasing(
    _ call: UInt,
    _ expected: inout UInt,
    for desired: UInt
  ) -> Bool {
    unsafe pledge_cas_acq_rel_or_weaker(call, address, &expected, desired)
  }
}
