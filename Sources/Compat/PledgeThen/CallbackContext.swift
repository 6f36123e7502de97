internal import Dispatch
internal import Foundation
internal import Pledge

/// The execution context of a delayed or combined outcome.
enum CallbackContext: ExecutionContext {
  case queue(DispatchQueue)
  case operations(OperationQueue)

  /// Returns the current operation queue or, if there is none, `other`.
  static func current(or other: DispatchQueue) -> CallbackContext {
    OperationQueue.current.map { .operations($0) } ?? .queue(other)
  }

  func run(_ work: @escaping @Sendable () -> Void) {
    switch self {
    case .queue(let queue): queue.async(execute: work)
    case .operations(let queue): queue.addOperation(work)
    }
  }
}
