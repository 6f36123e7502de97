internal import PledgeSupport

/// The numbers of promises by address, because a node has no room for one.
///
/// An entry outlives its promise, until another promise is created at the same address. The
/// allocator reuses addresses, so the table holds one entry for each distinct address seen during
/// observation.
///
/// Not thread-safe: callers hold a lock.
struct Identities: ~Copyable {
  private var numbers = NumberTable()
  private var last: UInt64 = 0

  /// The bit that marks a stage as removed from its chain.
  private static var merged: UInt64 { 1 << 63 }

  /// Assigns a new number to a promise that has been created.
  mutating func make(at address: UInt) -> UInt64 {
    last += 1
    numbers.set(UInt64(address), to: last)
    return last
  }

  /// Returns the number of a promise, and assigns one if it was created before observation began.
  mutating func number(at address: UInt) -> UInt64 {
    rawNumber(at: address) & ~Identities.merged
  }

  /// Returns the number of a promise, or `nil` for a stage that was removed from its chain.
  mutating func unmergedNumber(at address: UInt) -> UInt64? {
    let number = rawNumber(at: address)
    return number & Identities.merged == 0 ? number : nil
  }

  /// Marks a stage as removed from its chain.
  ///
  /// - Returns: Its number.
  mutating func merge(at address: UInt) -> UInt64 {
    let number = number(at: address)
    numbers.set(UInt64(address), to: number | Identities.merged)
    return number
  }

  /// Forgets all promises; numbering continues, so no number is assigned twice.
  mutating func removeAll() {
    numbers = NumberTable()
  }

  private mutating func rawNumber(at address: UInt) -> UInt64 {
    let number = numbers[UInt64(address)]
    return number == 0 ? make(at: address) : number
  }
}
