internal import Pledge

/// The state of a promise.
public enum State<T> {
  /// Neither a value nor an error yet.
  case pending
  /// The promise is resolved.
  case resolved(value: T)
  /// The promise is rejected.
  case rejected(error: any Error)
}

extension State: Sendable where T: Sendable {}

extension State: Equatable {
  /// Whether there is neither a value nor an error yet.
  public var isPending: Bool {
    if case .pending = self { true } else { false }
  }

  /// Whether there is a value.
  public var isResolved: Bool {
    if case .resolved = self { true } else { false }
  }

  /// Whether there is an error.
  public var isRejected: Bool {
    if case .rejected = self { true } else { false }
  }

  /// The value or the error, if there is one.
  public var result: Result<T>? {
    switch self {
    case .pending: nil
    case .resolved(let value): .success(value: value)
    case .rejected(let error): .failure(error: error)
    }
  }

  /// Returns the state with its value, if there is one, transformed by `closure`.
  public func map<U>(_ closure: (T) -> U) -> State<U> {
    switch self {
    case .pending: .pending
    case .resolved(let value): .resolved(value: closure(value))
    case .rejected(let error): .rejected(error: error)
    }
  }

  init(_ outcome: Outcome<T>?) {
    switch outcome {
    case .success(let value): self = .resolved(value: value.value)
    case .failure(let error): self = .rejected(error: error)
    case nil: self = .pending
    }
  }

  var outcome: Outcome<T>? {
    switch self {
    case .resolved(let value): .success(UncheckedSendable(value))
    case .rejected(let error): .failure(error)
    case .pending: nil
    }
  }
}

/// Returns whether both are pending, resolved, or rejected; values and errors are not compared.
public func == <T>(lhs: State<T>, rhs: State<T>) -> Bool {
  lhs.isPending == rhs.isPending && lhs.isResolved == rhs.isResolved
}
