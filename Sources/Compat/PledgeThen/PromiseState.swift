internal import Pledge

/// Where a promise stands.
public enum PromiseState<T> {
  /// Its work has not been started.
  case dormant
  /// It is under way, and so much of it is done, from 0 to 1.
  case pending(progress: Float)
  /// There is a value.
  case fulfilled(value: T)
  /// There is an error.
  case rejected(error: any Error)
}

extension Promise {
  /// Where the promise stands.
  ///
  /// To look starts nothing. What nobody can start, being settled by hand, is pending from the beginning.
  public var state: PromiseState<T> {
    switch inner.result {
    case .success(let value): .fulfilled(value: value.value)
    case .failure(let error) where !error.isBrokenPromise: .rejected(error: error)
    // Or a broken one.
    default: origin?.isStarted == false ? .dormant : .pending(progress: origin?.progress ?? 0)
    }
  }
}
