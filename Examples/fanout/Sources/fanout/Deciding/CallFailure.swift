import Pledge

/// The reason why a worker did not answer.
struct CallFailure: Error, Equatable {
  enum Kind: String {
    /// It could not be reached, or disappeared during the call.
    case gone
    /// It refused the call for now.
    case busy
    /// The item's deadline has passed, or the answer came after it.
    case late
    /// The call was canceled on this side.
    case cancelled
    /// It has another version, so its answers do not count.
    case incompatible
    /// Any other reason, such as an answer for another item.
    case broken
  }

  let worker: Int
  let kind: Kind
  let detail: String

  /// Whether another call may succeed.
  ///
  /// None can after the deadline or a cancellation.
  var isPassing: Bool { [.gone, .busy, .incompatible, .broken].contains(kind) }
}

extension CallFailure: CancellableError {
  var isCancelled: Bool { kind == .cancelled }
}

extension CallFailure: CustomStringConvertible {
  var description: String { "worker \(worker) \(kind): \(detail)" }
}

/// The error if there is no worker left.
struct NoWorkerError: Error, Equatable, CustomStringConvertible {
  var description: String { "no worker is left" }
}

/// The error of an item that was not started, because the run was to stop.
struct StoppedError: Error, Equatable, CustomStringConvertible {
  var description: String { "the run was stopped before this item" }
}

/// Returns whether another attempt makes sense.
@Sendable func isPassing(_ error: any Error) -> Bool {
  switch error {
  case let failure as CallFailure: failure.isPassing
  case let failures as AggregateError: failures.errors.contains(where: isPassing)
  case let failure as RetryError: failure.errors.contains(where: isPassing)
  case is TimeoutError: true
  default: false
  }
}
