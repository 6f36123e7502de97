internal import Pledge

/// The outcome of a promise.
///
/// It hides Swift's own `Result` in files that import this module.
public enum Result<T> {
  /// The promise is fulfilled.
  case fulfilled(T)
  /// The promise is rejected.
  case rejected(any Error)
}

extension Result: Sendable where T: Sendable {}

extension Result {
  /// Whether this is a value.
  public var isFulfilled: Bool {
    if case .fulfilled = self { true } else { false }
  }
}

extension Result {
  /// Creates a result from the outcome of a promise, or returns `nil` if the promise is broken and
  /// looks pending.
  init?(_ outcome: Swift.Result<UncheckedSendable<T>, any Error>) {
    switch outcome {
    case .success(let value): self = .fulfilled(value.value)
    case .failure(is BrokenPromise): return nil
    case .failure(let error): self = .rejected(error.perceived)
    }
  }
}
