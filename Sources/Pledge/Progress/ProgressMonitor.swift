internal import PledgeCore
internal import PledgeSupport

/// An object to which an operation reports its progress, and through which others observe it.
///
///     let progress = ProgressMonitor()
///     progress.observe(on: MainActor.shared) { print($0.fraction) }
///     let sent = upload(file, progress: progress).reporting(to: progress)
///
/// A promise stands for one value, but progress is a series. A monitor is therefore an object of
/// its own that you pass to the operation, and promises without a monitor have no overhead
/// (spec 17).
///
/// **Parts.** Work that consists of other work gives each piece a ``part(weight:)``. The fraction
/// of the monitor is then the weighted mean of the fractions of its parts, and its message is the
/// latest message of any part. Adding a part lowers the fraction, so create all parts before the
/// work begins:
///
///     let parts = files.map { _ in monitor.part() }
///     let sent = all(zip(files, parts).map { upload($0, progress: $1) }, progress: monitor)
///
/// **Finishing.** A monitor is finished by ``finish()``, or by reporting a fraction of 1; this is
/// final. A monitor with parts is not finished by its parts, since more may be added. A reported
/// fraction never lowers the fraction of the monitor, even if retried work starts over.
///
/// **Ownership.** Parts hold the monitor they belong to, and a monitor does not hold its parts. It
/// holds its observers until it is finished or released. Work that reports to a monitor holds it,
/// and must therefore not wait for an observation of that monitor.
///
/// A monitor can be used from any thread.
public final class ProgressMonitor: Sendable {
  private let state = Locked(State())
  private let whole: NestedContent<Whole>?

  /// Creates a monitor with a fraction of 0.
  public convenience init() {
    self.init(partOf: nil)
  }

  private init(partOf whole: Whole?) {
    self.whole = whole.map { NestedContent($0) }
  }

  deinit {
    // There can be no more reports, so the monitor above counts this part as done.
    let (step, observations) = state.withLock { ($0.progress.finish(), $0.observers.all) }
    for observation in observations { observation.promise.discard() }
    if let step { updateWhole(step) }
  }
}

// MARK: - Reporting

extension ProgressMonitor {
  /// Reports that `fraction` of the work is done.
  ///
  ///     for id in ids {
  ///       monitor.report(Double(id) / Double(ids.count), "sending")
  ///     }
  ///
  /// A fraction that is NaN, or lower than an earlier one, does not change the progress. A fraction
  /// above 1 counts as 1, and 1 finishes the monitor. If the monitor has parts, only the message
  /// counts.
  ///
  /// - Parameters:
  ///   - fraction: The fraction of the work that is done, from 0 to 1.
  ///   - message: A description of the current activity. If `nil`, the message stays unchanged.
  public func report(_ fraction: Double, _ message: String? = nil) {
    apply { $0.report(fraction, message) }
  }

  /// Reports a message without changing the fraction.
  ///
  /// - Parameter message: A description of the current activity.
  public func report(message: String) {
    apply { $0.report(0, message) }
  }

  /// Reports that everything is done; later reports have no effect.
  ///
  /// Observers receive a last report and are released.
  public func finish() {
    apply { $0.finish() }
  }

  /// The latest report; initially, its fraction is 0.
  public var latest: ProgressReport { state.withLock { $0.progress.report } }

  /// Returns a monitor for one part of the work.
  ///
  ///     let film = upload(files[0], progress: monitor.part(weight: 9))
  ///     let subtitles = upload(files[1], progress: monitor.part())
  ///
  /// Parts can be added at any time; each new part lowers the fraction. A part that is released
  /// without being finished counts as done, since there can be no more reports (spec 17.2.4). The
  /// code that does the work must therefore hold the part until the work ends.
  ///
  /// - Parameter weight: The weight of the part in comparison to the others. Infinite and negative
  ///   values, and NaN, count as 0; values above 10²⁹⁰ count as that, so that sums are finite.
  /// - Returns: The part. It holds this monitor.
  public func part(weight: Double = 1) -> ProgressMonitor {
    let weight = weight.isFinite ? min(max(0, weight), 1e290) : 0
    apply { $0.addPart(ofWeight: weight) }
    return ProgressMonitor(partOf: Whole(monitor: self, weight: weight))
  }
}

// MARK: - Notifying

extension ProgressMonitor {
  private typealias Change = (inout ProgressState) -> ProgressState.Step?

  /// Changes the state, and notifies the observers of this monitor and of all monitors above it.
  private func apply(_ change: Change) {
    if let step = applyHere(change) { updateWhole(step) }
  }

  /// Changes the state, and notifies the observers of this monitor alone.
  private func applyHere(_ change: Change) -> ProgressState.Step? {
    let (step, news, observations) = state.withLock { state in
      (change(&state.progress), state.progress.news, state.observationsToNotify())
    }
    guard let step else { return nil }
    for observation in observations { observation.deliver(news) }
    return step
  }

  /// Updates the monitors above this one, as long as that changes anything for them.
  private func updateWhole(_ first: ProgressState.Step) {
    var (step, next) = (first, whole?.content)
    while let whole = next, step.concernsWhole {
      let weight = whole.weight
      let moved = whole.monitor.applyHere { $0.partMoved(step, ofWeight: weight) }
      guard let moved else { return }
      (step, next) = (moved, whole.monitor.whole?.content)
    }
  }

  /// Adds an observation, and delivers the current report to it.
  func admit(_ observation: ProgressObservation) -> Promise<Void> {
    observation.promise.onDiscard { [weak self] in
      observation.close()
      self?.forget(observation)
    }
    let news = state.withLock { state in
      if !state.progress.isFinished { state.observers.append(observation) }
      return state.progress.news
    }
    observation.deliver(news)
    return observation.promise
  }

  private func forget(_ observation: ProgressObservation) {
    state.withLock { $0.observers.remove(observation) }
  }

  /// The monitor to which this part belongs.
  private struct Whole: Sendable {
    let monitor: ProgressMonitor
    let weight: Double
  }

  private struct State: Sendable {
    var progress = ProgressState()
    var observers = Observers<ProgressObservation>()

    /// Returns the observers to notify of a change; after the last change, none are kept.
    mutating func observationsToNotify() -> [ProgressObservation] {
      defer { if progress.isFinished { observers = Observers() } }
      return observers.all
    }
  }
}
