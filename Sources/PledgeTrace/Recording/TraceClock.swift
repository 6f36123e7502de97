/// What time it is on the clock of the events: that of the first one, and what has passed since.
struct TraceClock {
  private var first: UInt64 = 0
  private var age: UInt64 = 0
  /// Whether the time is not known yet.
  private(set) var isUnset = true

  /// Takes note of the time of the first event.
  ///
  /// - Parameters:
  ///   - time: The time, in nanoseconds on the clock of the events.
  ///   - age: What a stopwatch shows then.
  mutating func set(_ time: UInt64, at age: UInt64) {
    guard isUnset else { return }
    isUnset = false
    first = time
    self.age = age
  }

  /// The time, from what the stopwatch shows now.
  ///
  /// - Parameter now: What it shows.
  /// - Returns: The time, in nanoseconds on the clock of the events; zero before the first one.
  func time(at now: UInt64) -> UInt64 {
    first &+ (now > age && !isUnset ? now - age : 0)
  }
}

/// Measures time from when it was made.
struct Stopwatch: Sendable {
  /// One for all recorders, which so have no time of their own to carry around.
  static let common = Stopwatch()

  private let start = ContinuousClock.now

  /// How many nanoseconds have passed.
  var nanoseconds: UInt64 {
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return UInt64(max(0, seconds * 1_000_000_000 + attoseconds / 1_000_000_000))
  }
}
