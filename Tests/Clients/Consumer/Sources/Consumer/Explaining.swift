import Pledge

/// Describes an error of Pledge, using every property that the errors offer.
func explained(_ error: any Error) -> String {
  switch error {
  case let error as BrokenPromiseError: "broken promise, made at \(error.fileID):\(error.line)"
  case let error as TimeoutError: "took longer than \(error.limit)"
  case let error as AggregateError: "\(error.errors.count) failed"
  case let error as RejectionReasonError: error.reason.map { "rejected: \($0)" } ?? "rejected"
  case let error as DiscardedError where error == DiscardedError(): "discarded"
  case let error as CycleError where error == CycleError(): "waits for itself"
  case let error as RetryError: error.last.map(explained) ?? "never tried"
  default: "\(error)"
  }
}
