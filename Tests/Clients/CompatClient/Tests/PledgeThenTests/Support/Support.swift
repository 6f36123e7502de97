import PledgeThen
import TestSupport

extension Result {
  var error: (any Error)? {
    if case .failure(let error) = self { return error }
    return nil
  }
}

extension Log where Entry == String {
  /// Adds what is given to it.
  func note(_ entry: String) -> @Sendable () -> Void { { self.add(entry) } }
}

extension PromiseState {
  var isDormant: Bool {
    if case .dormant = self { true } else { false }
  }
}

extension PledgeThen.Promise {
  /// Whether it is under way, with neither a value nor an error.
  var isPending: Bool {
    if case .pending = state { value == nil && error == nil } else { false }
  }
}
