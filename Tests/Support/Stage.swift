package import Pledge

/// A promise with its value type erased, for the tables of operators.
package protocol Stage: AnyObject, Sendable {
  var isPending: Bool { get }
  var isFulfilled: Bool { get }
  var failure: (any Error)? { get }
  var trail: RejectionTrail? { get }

  func explain() -> String
  func discard()
}

extension Promise: Stage {}
