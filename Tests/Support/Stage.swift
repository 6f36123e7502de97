package import Pledge

/// A promise with its value type erased, for the tables of operators.
package protocol Stage: AnyObject, Sendable {
  var isPending: Bool { get }
  var isFulfilled: Bool { get }
  var failure: (any Error)? { get }
  var trail: RejectionTrail? { get }

  func explain() -> String
  func discard()
  func escalatePriority(to priority: TaskPriority)
  /// Waits until the promise is settled.
  func wait() async
}

extension Promise: Stage {
  package func wait() async { _ = try? await value }
}
