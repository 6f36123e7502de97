internal import PledgeCore

/// Where an operation reports how far it is, and where others see that.
///
///     let progress = ProgressMonitor()
///     progress.observe(on: MainActor.shared) { print($0.fraction) }
///     let sent = upload(file, progress: progress).reporting(to: progress)
///
/// A promise is one value, and progress is a series; so it is an object of its own, which is given to
/// the operation, and promises without it pay nothing (spec 17).
///
/// **Parts.** Work that consists of other work gives each a ``part(weight:)``. Its own fraction is then
/// the weighted mean of theirs, and its message that of the latest who reported one. Parts that are
/// taken before the work begins keep the fraction from going back when one is added:
///
///     let parts = files.map { _ in monitor.part() }
///     let sent = all(zip(files, parts).map { upload($0, progress: $1) }, progress: monitor)
///
/// **The end.** A monitor is finished by ``finish()``, or by a report of its own that everything is
/// done; that is final. One with parts is not finished by them, since there may be more. Retried work
/// begins anew where a bar should not: a fraction that is reported never goes back.
///
/// **What holds what.** Parts hold the whole, which does not hold them. A monitor holds its observers
/// until it is finished or gone.
public final class ProgressMonitor: Sendable {
  private let state = Locked(State())
  private let whole: NestedContent<Whole>?

  /// Creates a monitor, which stands at 0.
  public convenience init() {
    self.init(partOf: nil)
  }

  private init(partOf whole: Whole?) {
    self.whole = whole.map { NestedContent($0) }
  }

  deinit {
    // Nobody can report here any more. For the whole that is an end like any other.
    let (step, observations) = state.withLock { ($0.state.finish(), $0.observations) }
    for observation in observations { observation.promise.discard() }
    if let step { tellWhole(step) }
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
  /// Any thread. A fraction that was exceeded before, or that is no number, changes nothing; above 1
  /// counts as 1, with which this is finished. If there are parts, only the message counts.
  ///
  /// - Parameters:
  ///   - fraction: How much is done, from 0 to 1.
  ///   - message: What is being done; if it is left out, the message stays.
  public func report(_ fraction: Double, _ message: String? = nil) {
    apply { $0.report(fraction, message) }
  }

  /// Reports what is being done.
  ///
  /// Any thread.
  ///
  /// - Parameter message: What is being done.
  public func report(message: String) {
    apply { $0.report(0, message) }
  }

  /// Reports that everything is done, which is final: later reports change nothing.
  ///
  /// Any thread. Observers hear of it and are released.
  public func finish() {
    apply { $0.finish() }
  }

  /// The latest report; at first that nothing is done.
  ///
  /// Any thread.
  public var latest: ProgressReport { state.withLock { $0.state.report } }

  /// Returns a monitor for one part of the work.
  ///
  ///     let film = upload(files[0], progress: monitor.part(weight: 9))
  ///     let subtitles = upload(files[1], progress: monitor.part())
  ///
  /// Any thread, at any time; a new part takes the fraction back. A part that goes without being
  /// finished counts as done: no more will come of it (spec 17.2.4). So whoever does the work holds the
  /// part, until it ends.
  ///
  /// - Parameter weight: How much it counts, compared with others; nothing if it is not a positive
  ///   number.
  /// - Returns: The part, which holds this.
  public func part(weight: Double = 1) -> ProgressMonitor {
    let weight = weight.isFinite ? max(0, weight) : 0
    apply { $0.addPart(ofWeight: weight) }
    return ProgressMonitor(partOf: Whole(monitor: self, weight: weight))
  }
}

// MARK: - Telling

extension ProgressMonitor {
  /// Changes the standing, and tells the observers and the wholes.
  private func apply(_ change: (inout ProgressState) -> ProgressState.Step?) {
    if let step = applyHere(change) { tellWhole(step) }
  }

  /// Changes the standing, and tells the observers of this monitor alone.
  private func applyHere(_ change: (inout ProgressState) -> ProgressState.Step?) -> ProgressState
    .Step?
  {
    let (step, news, observations) = state.withLock { state in
      (change(&state.state), state.state.news, state.addressees())
    }
    guard let step else { return nil }
    for observation in observations { observation.markHandled(news) }
    return step
  }

  /// Tells the wholes, one after the other, as long as that changes anything for them.
  private func tellWhole(_ first: ProgressState.Step) {
    var (step, next) = (first, whole?.content)
    while let whole = next, step.concernsWhole {
      let weight = whole.weight
      let moved = whole.monitor.applyHere { $0.partMoved(step, ofWeight: weight) }
      guard let moved else { return }
      (step, next) = (moved, whole.monitor.whole?.content)
    }
  }

  /// Takes an observer in, and tells it where this stands.
  func admit(_ observation: ProgressObservation) -> Promise<Void> {
    observation.promise.onDiscard { [weak self] in
      observation.close()
      self?.forget(observation)
    }
    let news = state.withLock { state in
      if !state.state.isFinished { state.observations.append(observation) }
      return state.state.news
    }
    observation.markHandled(news)
    return observation.promise
  }

  private func forget(_ observation: ProgressObservation) {
    // Handed out, so that nothing is released under the lock.
    _ = state.withLock { state in
      state.observations.firstIndex { $0 === observation }
        .map { state.observations.remove(at: $0) }
    }
  }

  /// The monitor that this is a part of.
  private struct Whole: Sendable {
    let monitor: ProgressMonitor
    let weight: Double
  }

  private struct State: Sendable {
    var state = ProgressState()
    var observations: [ProgressObservation] = []

    /// Who has to hear of a change; after the last one, nobody is kept.
    mutating func addressees() -> [ProgressObservation] {
      defer { if state.isFinished { observations = [] } }
      return observations
    }
  }
}
