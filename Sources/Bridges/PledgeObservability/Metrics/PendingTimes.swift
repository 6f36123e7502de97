#if Metrics
import Pledge
import PledgeSupport

/// The creation times of pending promises, and the timers for their durations.
///
/// Methods return the required calls to the backend, so that the caller makes them without the
/// lock.
struct PendingTimes<Timer> {
  /// The action to perform for a duration.
  enum Step {
    /// Record it, in nanoseconds.
    case record(Int64, Timer)
    /// Make the timer and pass it to `made`; the duration is stored until then.
    case make(Series)
    /// None: the thread that makes the timer records the duration.
    case wait
  }

  /// The creation of a promise; later events do not contain its operator.
  private struct Creation {
    let time: UInt64
    let `operator`: String
  }

  private var creations: [PromiseID: Creation] = [:]
  private var timers: [Series: Timer] = [:]
  /// The durations of series whose timers are being made.
  private var waiting: [Series: [Int64]] = [:]
  private var limit: SeriesLimit

  init(sites: Int) {
    limit = SeriesLimit(places: sites)
  }

  /// Records the creation of a promise.
  ///
  /// - Returns: Whether it was not recorded before.
  mutating func begin(_ promise: PromiseID, _ operator: String, at time: UInt64) -> Bool {
    creations.updateValue(Creation(time: time, operator: `operator`), forKey: promise) == nil
  }

  /// Removes a promise.
  ///
  /// - Returns: Whether its creation was recorded.
  mutating func end(_ promise: PromiseID) -> Bool {
    take(promise) != nil
  }

  /// Removes a promise and measures its duration.
  ///
  /// - Returns: The action to perform; `nil` if its creation was not recorded.
  mutating func settle(_ promise: PromiseID, at time: UInt64, _ place: Series.Place) -> Step? {
    guard let creation = take(promise) else { return nil }
    let duration = Int64(clamping: time < creation.time ? 0 : time - creation.time)
    return measure(duration, Series(operator: creation.operator, place: place))
  }

  private mutating func take(_ promise: PromiseID) -> Creation? {
    defer { creations.shrinkIfSparse() }
    return creations.removeValue(forKey: promise)
  }

  /// Stores the timer of `series`.
  ///
  /// - Returns: The durations that arrived while the timer was being made.
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
