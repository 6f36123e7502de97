import Foundation

/// Follows the loading and shows how it goes.
///
/// It lives on the main actor, where the promises bring their news: no lock is needed.
@MainActor final class Report {
  private(set) var tally = Tally()
  private let progress: Progress
  private let isVerbose: Bool

  init(progress: Progress, isVerbose: Bool) {
    self.progress = progress
    self.isVerbose = isVerbose
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
    case .failed(let id, let error): note("user \(id): given up, \(reason(error))")
    }
    progress.show(tally)
  }

  private func note(_ line: String) {
    if isVerbose { progress.note(line) }
  }
}
