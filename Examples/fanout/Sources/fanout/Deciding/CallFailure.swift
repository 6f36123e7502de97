import Pledge

/// Why a worker did not answer.
struct CallFailure: Error, Equatable {
  enum Kind: String {
    /// It could not be reached, or went away in the middle.
    case gone
    /// It refused for now.
    case busy
    /// The item's time was over, or the answer came after it.
    case late
    /// The call was cancelled on this side.
    case cancelled
    /// Anything else, such as an answer to another question.
    case broken
  }

  let worker: Int
  let kind: Kind
  let detail: String

  /// Whether another call may go better: when the time is over, or nobody wants to know, none does.
  var isPassing: Bool { [.gone, .busy, .broken].contains(kind) }
}

extension CallFailure: CancellableError {
  var isCancelled: Bool { kind == .cancelled }
}

extension CallFailure: CustomStringConvertible {
  var description: String { "worker \(worker) \(kind): \(detail)" }
}

/// There is nobody left to ask.
struct NoWorkerError: Error, Equatable, CustomStringConvertible {
  var description: String { "no worker is left" }
}

/// Tells whether another attempt makes sense.
@Sendable func isPassing(_ error: any Error) -> Bool {
  switch error {
  case let failure as CallFailure: failure.isPassing
  case let failures as AggregateError: failures.errors.contains(where: isPassing)
  case is TimeoutError: true
  default: false
  }
}
