/// The numbers of promises, by their addresses, because a promise has no room for one.
///
/// An entry stays when its promise has gone, until another one is made in its place: there are as many
/// as there were places, which the allocator uses again, while somebody listened.
///
/// To be used under a lock.
struct Identities: ~Copyable {
  private var numbers = NumberTable()
  private var last: UInt64 = 0

  /// Marks the number of a stage that was taken out of its chain.
  private static var merged: UInt64 { 1 << 63 }

  /// A new number for a promise that has been made.
  mutating func make(at address: UInt) -> UInt64 {
    last += 1
    numbers.set(UInt64(address), to: last)
    return last
  }

  /// The number of a promise, which gets one if it was made while nobody listened.
  mutating func number(at address: UInt) -> UInt64 {
    rawNumber(at: address) & ~Identities.merged
  }

  /// The same, but nothing for a stage that was taken out of its chain.
  mutating func unmergedNumber(at address: UInt) -> UInt64? {
    let number = rawNumber(at: address)
    return number & Identities.merged == 0 ? number : nil
  }

  /// Notes that a stage is taken out of its chain.
  ///
  /// - Returns: Its number.
  mutating func merge(at address: UInt) -> UInt64 {
    let number = number(at: address)
    numbers.set(UInt64(address), to: number | Identities.merged)
    return number
  }

  /// Forgets all promises; numbers go on, so that none means two.
  mutating func removeAll() {
    numbers = NumberTable()
  }

  private mutating func rawNumber(at address: UInt) -> UInt64 {
    let number = numbers[UInt64(address)]
    return number == 0 ? make(at: address) : number
  }
}
