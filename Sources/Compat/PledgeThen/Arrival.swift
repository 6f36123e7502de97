internal import Dispatch
internal import Foundation
internal import Pledge

/// The execution context of a delayed or combined outcome.
enum Arrival: ExecutionContext {
  case queue(DispatchQueue)
  case operations(OperationQueue)

  /// Returns the current operation queue or, if there is none, `other`.
  static func here(or other: DispatchQueue) -> Arrival {
    OperationQueue.current.map { .operations($0) } ?? .queue(other)
  }

  func run(_ work: @escaping @Sendable () -> Void) {
    switch self {
    case .queue(let queue): queue.async(execute: work)
    case .operations(let queue): queue.addOperation(work)
    }
  }
}
