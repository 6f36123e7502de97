@testable import Pledge

// In a file of its own, because the module has an internal type named `Load`.
extension SingleFlight {
  /// Whether nobody waits for a load, or observes a key.
  var isIdle: Bool { change { $0.waiters.isEmpty && $0.observers.all.isEmpty } }
}
