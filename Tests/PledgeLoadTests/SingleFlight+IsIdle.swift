@testable import Pledge

// In a file of its own, because the module has an internal type named `Load`.
extension SingleFlight {
  /// Whether there are no waiters and no observers.
  var isIdle: Bool { change { $0.waiters.isEmpty && $0.observers.isEmpty } }
}
