/// The timer of a queue that waits for a token; not thread-safe.
///
/// A timer is created without holding the lock of the queue. In the meantime, it may have become
/// unnecessary, so it is stored only if its alarm is still set.
struct QueueAlarm {
  private var number = 0
  private(set) var isSet = false
  private var timer: Promise<Void>?

  /// Sets the alarm, unless it is set.
  ///
  /// - Returns: The number of the alarm, whose timer must then be created.
  mutating func set() -> Int? {
    if isSet { return nil }
    isSet = true
    number += 1
    return number
  }

  /// Stores the timer of an alarm.
  ///
  /// - Returns: Whether the alarm is still set; if not, the timer must be discarded.
  mutating func keep(_ timer: Promise<Void>, of number: Int) -> Bool {
    guard isSet, number == self.number else { return false }
    self.timer = timer
    return true
  }

  /// Ends an alarm whose timer has settled.
  ///
  /// - Returns: The timer, to be released outside the lock, and whether the alarm was still set.
  mutating func ring(_ number: Int) -> (timer: Promise<Void>?, wasSet: Bool) {
    guard isSet, number == self.number else { return (nil, false) }
    return (stop(), true)
  }

  /// Ends the alarm.
  ///
  /// - Returns: The timer to discard, if any.
  mutating func stop() -> Promise<Void>? {
    defer { timer = nil }
    isSet = false
    return timer
  }
}
