/// When things happened, from the first one to the last.
struct Times {
  private(set) var first = UInt64.max
  private(set) var last: UInt64 = 0

  @inline(__always)
  mutating func note(_ time: UInt64) {
    if time < first { first = time }
    if time > last { last = time }
  }
}

/// The numbers from the lowest to the highest one that was let go of or not recorded.
struct Gone {
  private var lowest = UInt64.max
  private var highest: UInt64 = 0

  @inline(__always)
  mutating func note(_ id: UInt64) {
    if id < lowest { lowest = id }
    if id > highest { highest = id }
  }

  /// Whether `id` is among them, or between them.
  func mayHold(_ id: UInt64) -> Bool { id >= lowest && id <= highest }
}
