internal import Pledge

/// How a promise ended.
///
/// It takes the name of Swift's own `Result` in files that import this module.
public enum Result<T> {
  /// There is a value.
  case fulfilled(T)
  /// There is an error.
  case rejected(any Error)
}

extension Result: Sendable where T: Sendable {}

extension Result {
  /// Whether there is a value.
  public var isFulfilled: Bool {
    if case .fulfilled = self { true } else { false }
  }
}

extension Result {
  init(_ outcome: Swift.Result<UncheckedSendable<T>, any Error>) {
    switch outcome {
    case .success(let value): self = .fulfilled(value.value)
    case .failure(let error): self = .rejected(error.perceived)
    }
  }

  /// The same, as Pledge has it.
  var outcome: Swift.Result<UncheckedSendable<T>, any Error> {
    switch self {
    case .fulfilled(let value): .success(UncheckedSendable(value))
    case .rejected(let error): .failure(error.kept)
    }
  }
}
