/// What a promise is.
public enum State<T> {
  /// Neither a value nor an error yet.
  case pending
  /// There is a value.
  case resolved(value: T)
  /// There is an error.
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
  public var result: Result<T, any Error>? {
    switch self {
    case .pending: nil
    case .resolved(let value): .success(value)
    case .rejected(let error): .failure(error)
    }
  }

  /// Returns the state with the value that `closure` makes of this one's.
  ///
  /// - Parameter closure: Gets the value, before this returns; not called without one.
  /// - Returns: The same state otherwise.
  public func map<U>(_ closure: (T) -> U) -> State<U> {
    switch self {
    case .pending: .pending
    case .resolved(let value): .resolved(value: closure(value))
    case .rejected(let error): .rejected(error: error)
    }
  }

  init(_ result: Result<T, any Error>) {
    switch result {
    case .success(let value): self = .resolved(value: value)
    case .failure(let error): self = .rejected(error: error)
    }
  }
}

/// Whether both are pending, resolved or rejected; values and errors are not compared.
///
/// - Parameters:
///   - lhs: A state.
///   - rhs: Another one.
/// - Returns: Whether they are of one kind.
public func == <T>(lhs: State<T>, rhs: State<T>) -> Bool {
  lhs.isPending == rhs.isPending && lhs.isResolved == rhs.isResolved
}
