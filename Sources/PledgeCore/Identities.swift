/// The numbers of promises, by their addresses: a hash table, because a promise has no room for one.
///
/// An entry stays when its promise has gone, until another one is made in its place: there are as many
/// as there were places, which the allocator uses again, while somebody listened.
struct Identities {
  private var addresses: [UInt] = Array(repeating: 0, count: 1 << 8)
  /// Zero for a promise that has none yet.
  private var numbers: [UInt64] = Array(repeating: 0, count: 1 << 8)
  /// How many bits of a hash are an index.
  private var bits: UInt = 8
  private var count = 0
  private var last: UInt64 = 0

  /// Marks the number of a stage that was taken out of its chain.
  private static var merged: UInt64 { 1 << 63 }

  /// A new number for a promise that has been made.
  mutating func make(at address: UInt) -> UInt64 {
    last += 1
    numbers[place(of: address)] = last
    return last
  }

  /// The number of a promise, which gets one if it was made while nobody listened.
  mutating func number(at address: UInt) -> UInt64 {
    let place = place(of: address)
    if numbers[place] == 0 {
      last += 1
      numbers[place] = last
    }
    return numbers[place] & ~Identities.merged
  }

  /// The same, but nothing for a stage that was taken out of its chain.
  mutating func unmergedNumber(at address: UInt) -> UInt64? {
    let number = number(at: address)
    return numbers[place(of: address)] & Identities.merged == 0 ? number : nil
  }

  /// Notes that a stage is taken out of its chain.
  ///
  /// - Returns: Its number.
  mutating func merge(at address: UInt) -> UInt64 {
    let number = number(at: address)
    numbers[place(of: address)] = number | Identities.merged
    return number
  }

  /// Forgets all promises; numbers go on, so that none means two.
  mutating func removeAll() {
    let last = last
    self = Identities()
    self.last = last
  }

  /// Where the entry of `address` is, which is made if it is missing.
  private mutating func place(of address: UInt) -> Int {
    let index = probe(for: address)
    if addresses[index] == address { return index }
    if 2 * (count + 1) > addresses.count {
      grow()
      return place(of: address)
    }
    addresses[index] = address
    count += 1
    return index
  }

  /// Where `address` is, or would be.
  private func probe(for address: UInt) -> Int {
    // Fibonacci hashing; the lowest four bits of an address are zero.
    let hash = (address >> 4) &* 0x9E37_79B9_7F4A_7C15
    var index = Int(truncatingIfNeeded: hash >> (64 - bits))
    while addresses[index] != address, addresses[index] != 0 {
      index = (index + 1) & (addresses.count - 1)
    }
    return index
  }

  private mutating func grow() {
    let old = zip(addresses, numbers)
    bits += 1
    addresses = Array(repeating: 0, count: 1 << bits)
    numbers = Array(repeating: 0, count: 1 << bits)
    for (address, number) in old where address != 0 {
      let index = probe(for: address)
      addresses[index] = address
      numbers[index] = number
    }
  }
}
