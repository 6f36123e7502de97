/// What time it is on the clock of the events: that of the first one, and what has passed since.
struct TraceClock {
  private var first: (time: UInt64, instant: ContinuousClock.Instant)?

  /// Whether the time is not known yet.
  var isUnset: Bool { first == nil }

  /// Takes note of the time of the first event, which is now.
  mutating func set(_ time: UInt64, at instant: ContinuousClock.Instant) {
    if first == nil { first = (time, instant) }
  }

  /// The time, in nanoseconds on the clock of the events; zero before the first one.
  func time(at instant: ContinuousClock.Instant) -> UInt64 {
    guard let first else { return 0 }
    let (seconds, attoseconds) = (instant - first.instant).components
    return first.time &+ UInt64(max(0, seconds * 1_000_000_000 + attoseconds / 1_000_000_000))
  }
}
