/// The numbers of promises, by their addresses: a hash table, because a promise has no room for one.
///
/// An entry stays when its promise has gone, until another one is made in its place: there are as many
/// as there were places, which the allocator uses again, while somebody listened.
///
/// To be used under a lock.
@safe final class Identities {
  private struct Slot {
    var address: UInt = 0
    /// Zero for a promise that has none yet.
    var number: UInt64 = 0
  }

  private static let least = 1 << 8
  /// Marks the number of a stage that was taken out of its chain.
  private static var merged: UInt64 { 1 << 63 }

  // An array would be retained and asked for its owners with every event.
  private var slots = unsafe Identities.makeSlots(least)
  private var count = 0
  private var last: UInt64 = 0

  deinit {
    unsafe slots.deallocate()
  }

  /// A new number for a promise that has been made.
  func make(at address: UInt) -> UInt64 {
    last += 1
    unsafe slot(of: address).pointee.number = last
    return last
  }

  /// The number of a promise, which gets one if it was made while nobody listened.
  func number(at address: UInt) -> UInt64 {
    rawNumber(at: address) & ~Identities.merged
  }

  /// The same, but nothing for a stage that was taken out of its chain.
  func unmergedNumber(at address: UInt) -> UInt64? {
    let number = rawNumber(at: address)
    return number & Identities.merged == 0 ? number : nil
  }

  /// Notes that a stage is taken out of its chain.
  ///
  /// - Returns: Its number.
  func merge(at address: UInt) -> UInt64 {
    let number = number(at: address)
    unsafe slot(of: address).pointee.number = number | Identities.merged
    return number
  }

  /// Forgets all promises; numbers go on, so that none means two.
  func removeAll() {
    unsafe slots.deallocate()
    unsafe slots = Identities.makeSlots(Identities.least)
    count = 0
  }

  private func rawNumber(at address: UInt) -> UInt64 {
    let slot = unsafe slot(of: address)
    if unsafe slot.pointee.number == 0 {
      last += 1
      unsafe slot.pointee.number = last
    }
    return unsafe slot.pointee.number
  }

  /// The slot of `address`, which it gets if it has none.
  private func slot(of address: UInt) -> UnsafeMutablePointer<Slot> {
    let slot = unsafe probe(for: address)
    if unsafe slot.pointee.address == address { return unsafe slot }
    if unsafe 2 * (count + 1) > slots.count {
      grow()
      return unsafe self.slot(of: address)
    }
    unsafe slot.pointee.address = address
    count += 1
    return unsafe slot
  }

  /// Where `address` is, or would be.
  private func probe(for address: UInt) -> UnsafeMutablePointer<Slot> {
    let mask = unsafe slots.count - 1
    // Fibonacci hashing; the lowest four bits of an address are zero.
    let hash = (address >> 4) &* 0x9E37_79B9_7F4A_7C15
    var index = Int(truncatingIfNeeded: hash >> 32) & mask
    // SAFETY: an index is below the count, which is a power of two, and half of the slots are free.
    let start = unsafe slots.baseAddress.unsafelyUnwrapped
    while true {
      let slot = unsafe start + index
      let found = unsafe slot.pointee.address
      if found == address || found == 0 { return unsafe slot }
      index = (index + 1) & mask
    }
  }

  private func grow() {
    let old = unsafe slots
    unsafe slots = unsafe Identities.makeSlots(2 * old.count)
    for index in old.indices {
      let entry = unsafe old[index]
      if entry.address != 0 { unsafe probe(for: entry.address).initialize(to: entry) }
    }
    unsafe old.deallocate()
  }

  private static func makeSlots(_ count: Int) -> UnsafeMutableBufferPointer<Slot> {
    let slots = UnsafeMutableBufferPointer<Slot>.allocate(capacity: count)
    unsafe slots.initialize(repeating: Slot())
    return unsafe slots
  }
}
