import Pledge
import Support

/// One operation: something done with promises, of which a number of things has to be heard.
///
/// It is over when each of them was, and it hears of it if one comes twice, or says something that
/// it should not.
final class Errand: Sendable {
  private struct Progress {
    /// The duties that are not done; one is that of whoever is still adding others.
    var missing: Set<Int> = [0]
    var names: [String] = ["all that belongs to it has begun"]
    var conclusion: (@Sendable () -> Void)?
  }

  let number: Int
  let kind: Kind
  private let ledger: Ledger
  private let progress = Guarded(Progress())

  init(_ number: Int, _ kind: Kind, in ledger: Ledger) {
    self.number = number
    self.kind = kind
    self.ledger = ledger
  }

  /// What has not happened yet.
  var pending: [String] {
    progress.with { progress in progress.missing.sorted().map { progress.names[$0] } }
  }

  /// Adds something that has to happen exactly once.
  ///
  /// - Returns: What to call when it does.
  func duty(_ name: String) -> @Sendable () -> Void {
    let index = progress.with { progress in
      progress.names.append(name)
      progress.missing.insert(progress.names.count - 1)
      return progress.names.count - 1
    }
    return { self.fulfil(index) }
  }

  /// Says that no duty will be added.
  ///
  /// - Parameter conclusion: What has to hold when all has happened.
  func isBegun(concluding conclusion: @escaping @Sendable () -> Void = {}) {
    progress.with { $0.conclusion = conclusion }
    fulfil(0)
  }

  private func fulfil(_ index: Int) {
    let (isFirst, conclusion) = progress.with { progress in
      let isFirst = progress.missing.remove(index) != nil
      guard isFirst, progress.missing.isEmpty else { return (isFirst, nil as (() -> Void)?) }
      defer { progress.conclusion = nil }
      return (isFirst, progress.conclusion)
    }
    check(isFirst, "twice: \(progress.with { $0.names[index] })")
    guard let conclusion else { return }
    conclusion()
    ledger.end(self)
  }

  /// Ends the whole run, unless something holds that has to.
  func check(_ holds: Bool, _ complaint: @autoclosure () -> String) {
    if !holds { ledger.violation("operation \(number) (\(kind)): \(complaint())") }
  }

  /// Notes how a promise ended.
  func note<Value>(_ outcome: Result<Value, any Error>) {
    ledger.note(End(of: outcome))
  }
}

/// How a promise ended.
enum End: String, CaseIterable {
  case fulfilled
  case failed
  case discarded
  case broken
  case timedOut = "timed out"

  init<Value>(of outcome: Result<Value, any Error>) {
    switch outcome {
    case .success: self = .fulfilled
    case .failure(is DiscardedError), .failure(is CancellationError): self = .discarded
    case .failure(is BrokenPromiseError): self = .broken
    case .failure(is TimeoutError): self = .timedOut
    case .failure: self = .failed
    }
  }
}

/// What operations fail with.
struct Failure: Error, Equatable {
  let code: Int
}
