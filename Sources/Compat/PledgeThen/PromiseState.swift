internal import Pledge

/// The state of a promise.
public enum PromiseState<T> {
  /// The work has not been started.
  case dormant
  /// The work is in progress; the progress is from 0 to 1.
  case pending(progress: Float)
  /// The promise is fulfilled.
  case fulfilled(value: T)
  /// The promise is rejected.
  case rejected(error: any Error)
}

extension Promise {
  /// The current state of the promise.
  ///
  /// Reading it does not start the promise. A promise that is settled directly, and so cannot be
  /// started, is pending from the beginning.
  public var state: PromiseState<T> {
    switch result {
    case .success(let value): .fulfilled(value: value.value)
    case .failure(let error): .rejected(error: error)
    case nil: origin?.isStarted == false ? .dormant : .pending(progress: origin?.progress ?? 0)
    }
  }
}
