import Pledge
import Support

/// One operation on promises, and the events it expects.
///
/// The operation ends when every expected event has happened. It fails the run if an event happens
/// twice or has a wrong result.
final class SoakOperation: Sendable {
  private struct Progress {
    /// The events that have not happened yet; 0 stands for the end of the setup.
    var missing: Set<Int> = [0]
    var names: [String] = ["the end of the setup"]
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

  /// The names of the events that have not happened yet.
  var pending: [String] {
    progress.with { progress in progress.missing.sorted().map { progress.names[$0] } }
  }

  /// Adds an event that has to happen exactly once.
  ///
  /// - Returns: A closure to call when it happens.
  func expectation(_ name: String) -> @Sendable () -> Void {
    let index = progress.with { progress in
      progress.names.append(name)
      progress.missing.insert(progress.names.count - 1)
      return progress.names.count - 1
    }
    return { self.fulfill(index) }
  }

  /// Ends the setup: no more events are added.
  ///
  /// - Parameter conclusion: Checks the result when all events have happened.
  func endSetup(concluding conclusion: @escaping @Sendable () -> Void = {}) {
    progress.with { $0.conclusion = conclusion }
    fulfill(0)
  }

  private func fulfill(_ index: Int) {
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

  /// Ends the whole run if `holds` is false.
  func check(_ holds: Bool, _ message: @autoclosure () -> String) {
    if !holds { ledger.violation("operation \(number) (\(kind)): \(message())") }
  }

  /// Records the outcome of a promise.
  func note<Value>(_ outcome: Result<Value, any Error>) {
    ledger.note(OutcomeKind(of: outcome))
  }
}

/// A kind of outcome.
enum OutcomeKind: String, CaseIterable {
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

/// The error that operations fail with.
struct Failure: Error, Equatable {
  let code: Int
}
