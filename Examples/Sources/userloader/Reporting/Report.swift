import Foundation
import Pledge

/// Follows the loading and shows how it goes.
///
/// It lives on the main actor, where the promises bring their news: no lock is needed.
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

  /// Hears that an attempt to load the user `id` was answered, or failed.
  func attempted(_ id: Int, _ result: Result<Data, any Error>) {
    tally.attempted(id)
    if case .failure(let error) = result { note("user \(id): \(reason(error))") }
  }

  /// Hears that a user is done with.
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
