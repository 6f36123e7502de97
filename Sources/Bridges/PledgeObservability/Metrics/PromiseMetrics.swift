#if Metrics
public import Metrics
public import Pledge

internal import PledgeSupport

/// An observer that counts promises and measures their durations.
///
///     Diagnostics.install(PromiseMetrics(factory: MetricsSystem.factory))
///
/// | metric | kind | dimensions |
/// |---|---|---|
/// | `pledge_promises_created` | counter | |
/// | `pledge_promises_pending` | meter: unsettled promises whose creation was observed | |
/// | `pledge_promises_settled` | counter | `outcome` |
/// | `pledge_promises_unhandled` | counter: unhandled rejections | |
/// | `pledge_promises_settled_again` | counter: settlements without effect | |
/// | `pledge_promise_duration` | timer, from creation to settlement | `operator`, `site` |
///
/// The `outcome` is `fulfilled`, `rejected`, `discarded`, `broken`, or, for a rejection because a
/// `RetryBudget` was overdrawn, `overdrawn`.
///
/// A promise created before the observer was installed is counted when it is settled, but not
/// measured. The observer keeps the creation time and the operator of each pending promise, and a
/// timer for each operator and site. Sites beyond a limit share the name `other`, as do operators
/// after the 64th. Install it once.
public final class PromiseMetrics: PromiseObserver {
  private let created: Counter
  private let pending: Meter
  private let fulfilled: Counter
  private let rejected: Counter
  private let overdrawn: Counter
  private let discarded: Counter
  private let broken: Counter
  private let unhandled: Counter
  private let settledAgain: Counter
  private let factory: any MetricsFactory
  private let state: Locked<PendingTimes<Timer>>

  /// Creates the observer, and its counters at zero.
  ///
  /// - Parameters:
  ///   - factory: Makes the metrics: the counters now, and each timer when the first promise of its
  ///     operator and site is settled, on the settling thread.
  ///   - sites: The maximum number of distinct source locations; zero or more.
  public init(factory: any MetricsFactory, sites: Int = 1_000) {
    precondition(sites >= 0, "\(sites) sites cannot be told apart; give zero or more")
    func settled(_ outcome: String) -> Counter {
      let dimensions = [("outcome", outcome)]
      return Counter(label: "pledge_promises_settled", dimensions: dimensions, factory: factory)
    }
    created = Counter(label: "pledge_promises_created", factory: factory)
    pending = Meter(label: "pledge_promises_pending", factory: factory)
    fulfilled = settled("fulfilled")
    rejected = settled("rejected")
    overdrawn = settled("overdrawn")
    discarded = settled("discarded")
    broken = settled("broken")
    unhandled = Counter(label: "pledge_promises_unhandled", factory: factory)
    settledAgain = Counter(label: "pledge_promises_settled_again", factory: factory)
    self.factory = factory
    state = Locked(PendingTimes(sites: sites))
  }

  /// Counts `event`; ignores events about waiting, and labels, which are unlimited in number.
  ///
  /// - Parameter event: The event.
  public func observe(_ event: PromiseEvent) {
    switch event.kind {
    case .created, .chained: begin(event)
    case .merged: merge(event)
    case .settled(let outcome): settle(event, outcome)
    case .unhandled: unhandled.increment()
    case .settledAgain: settledAgain.increment()
    case .waits, .labeled: break
    }
  }

  // The meter is incremented and decremented, not set: threads that leave the lock in one order may
  // report in another, and the last report would be wrong.

  private func begin(_ event: PromiseEvent) {
    let (promise, time, name) = (event.promise, event.time, Series.bounded(event.operator))
    guard state.withLock({ $0.begin(promise, name, at: time) }) else { return }
    created.increment()
    pending.increment()
  }

  private func merge(_ event: PromiseEvent) {
    let promise = event.promise
    if state.withLock({ $0.end(promise) }) { pending.decrement() }
  }

  private func settle(_ event: PromiseEvent, _ outcome: PromiseEvent.Outcome) {
    counter(of: outcome).increment()
    let (promise, time, place) = (event.promise, event.time, Series.Place(event))
    let step = state.withLock { $0.settle(promise, at: time, place) }
    guard let step else { return }
    pending.decrement()
    switch step {
    case .record(let duration, let timer): timer.recordNanoseconds(duration)
    case .make(let series): make(series)
    case .wait: break
    }
  }

  private func counter(of outcome: PromiseEvent.Outcome) -> Counter {
    switch outcome {
    case .fulfilled: fulfilled
    case .rejected: outcome.overdrawnBudget == nil ? rejected : overdrawn
    case .discarded: discarded
    case .broken: broken
    }
  }

  /// Makes the timer of `series` and records the durations that have arrived in the meantime.
  private func make(_ series: Series) {
    let dimensions = [("operator", series.operatorLabel), ("site", series.siteLabel)]
    let timer = Timer(label: "pledge_promise_duration", dimensions: dimensions, factory: factory)
    for duration in state.withLock({ $0.made(timer, for: series) }) {
      timer.recordNanoseconds(duration)
    }
  }
}
#endif
