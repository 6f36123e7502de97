import Foundation
import Pledge

/// Observes the loading and shows its progress.
///
/// It is isolated to the main actor, on which the promises call it, so it needs no lock.
@MainActor final class Report {
  private(set) var tally = Tally()
  let progress = ProgressMonitor()
  private let bar: ProgressBar
  private let isVerbose: Bool

  init(bar: ProgressBar, isVerbose: Bool) {
    self.bar = bar
    self.isVerbose = isVerbose
    progress.observe(on: MainActor.shared) { bar.show($0) }
  }

  /// Records the response to an attempt to load the user `id`, or its failure.
  func attempted(_ id: Int, _ result: Result<Data, any Error>) {
    tally.attempted(id)
    if case .failure(let error) = result { note("user \(id): \(reason(error))") }
  }

  /// Records that a user has finished.
  func settled(_ outcome: Outcome) {
    tally.settled(outcome)
    switch outcome {
    case .loaded(let user): note("user \(user.id): \(user.name)")
    case .failed(let id, let error):
      note("user \(id): given up, \(reason(error))")
      progress.report(message: "\(tally.failures) failed")
    }
  }

  private func note(_ line: String) {
    if isVerbose { bar.note(line) }
  }
}
