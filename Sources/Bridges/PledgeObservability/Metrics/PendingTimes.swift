#if Metrics
import Pledge

/// Since when promises are pending, and the timers for how long they were.
///
/// What a backend has to do is said, not done: it is done without the lock that this is kept under.
struct PendingTimes<Timer> {
  /// What to do with a duration.
  enum Step {
    /// Record it, in nanoseconds.
    case record(Int64, Timer)
    /// Make the timer, and hand it to `made`: the duration is kept until then.
    case make(Series)
    /// Nothing: who makes the timer records it.
    case wait
  }

  /// When a promise was made, and by what: later events of it do not say.
  private struct Birth {
    let time: UInt64
    let `operator`: String
  }

  private var births: [PromiseID: Birth] = [:]
  private var timers: [Series: Timer] = [:]
  /// The durations of series whose timer is being made.
  private var waiting: [Series: [Int64]] = [:]
  private var limit: SeriesLimit

  init(sites: Int) {
    limit = SeriesLimit(places: sites)
  }

  /// Takes note of a promise.
  ///
  /// - Returns: Whether it was not noted before.
  mutating func begin(_ promise: PromiseID, _ operator: String, at time: UInt64) -> Bool {
    births.updateValue(Birth(time: time, operator: `operator`), forKey: promise) == nil
  }

  /// Forgets a promise.
  ///
  /// - Returns: Whether it was seen to be made.
  mutating func end(_ promise: PromiseID) -> Bool {
    births.removeValue(forKey: promise) != nil
  }

  /// Forgets a promise, and measures it.
  ///
  /// - Returns: What to do; `nil` if it was not seen to be made.
  mutating func settle(_ promise: PromiseID, at time: UInt64, _ place: Series.Place) -> Step? {
    guard let birth = births.removeValue(forKey: promise) else { return nil }
    let duration = Int64(clamping: time < birth.time ? 0 : time - birth.time)
    return measure(duration, Series(operator: birth.operator, place: place))
  }

  /// Keeps the timer of `series`.
  ///
  /// - Returns: The durations that came while it was made.
  mutating func made(_ timer: Timer, for series: Series) -> [Int64] {
    timers[series] = timer
    return waiting.removeValue(forKey: series) ?? []
  }

  private mutating func measure(_ duration: Int64, _ series: Series) -> Step {
    if let timer = timers[series] { return .record(duration, timer) }
    let admitted = limit.admit(series)
    if let timer = timers[admitted] { return .record(duration, timer) }
    waiting[admitted, default: []].append(duration)
    return waiting[admitted]?.count == 1 ? .make(admitted) : .wait
  }
}
#endif
