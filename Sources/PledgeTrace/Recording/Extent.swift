/// The times of the first and the last event.
struct TimeRange {
  private(set) var first = UInt64.max
  private(set) var last: UInt64 = 0

  @inline(__always)
  mutating func note(_ time: UInt64) {
    if time < first { first = time }
    if time > last { last = time }
  }
}

/// The range of the numbers of promises that were removed or not recorded.
struct DroppedRange {
  private var lowest = UInt64.max
  private var highest: UInt64 = 0

  @inline(__always)
  mutating func note(_ id: UInt64) {
    if id < lowest { lowest = id }
    if id > highest { highest = id }
  }

  /// Whether `id` is in the range, although that promise may never have been dropped.
  func mayHold(_ id: UInt64) -> Bool { id >= lowest && id <= highest }
}
