import PledgeThen
import TestSupport

extension Log where Entry == String {
  /// Returns a closure that adds `entry`.
  func note(_ entry: String) -> @Sendable () -> Void { { self.add(entry) } }

  /// Adds `entry` and returns `value`.
  func pass<Value>(_ value: Value, _ entry: String) -> Value {
    add(entry)
    return value
  }
}

extension PromiseState {
  var isDormant: Bool {
    if case .dormant = self { true } else { false }
  }
}

extension PledgeThen.Promise {
  /// Whether the promise is in progress, with neither a value nor an error.
  var isPending: Bool {
    if case .pending = state { value == nil && error == nil } else { false }
  }
}
