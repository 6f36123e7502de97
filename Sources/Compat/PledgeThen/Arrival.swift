internal import Dispatch
internal import Foundation
internal import Pledge

/// Where a late outcome arrives.
enum Arrival: ExecutionContext {
  case queue(DispatchQueue)
  case operations(OperationQueue)

  /// The operation queue that this is called on, or else `other`.
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
