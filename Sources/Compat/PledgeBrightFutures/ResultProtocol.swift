/// The common interface of result types.
public protocol ResultProtocol: SendableMetatype {
  /// The value of a success.
  associatedtype Value
  /// The error of a failure.
  associatedtype Error: Swift.Error

  /// Creates a success.
  init(value: Value)

  /// Creates a failure.
  init(error: Error)

  /// This as a `Result`.
  var result: Result<Value, Error> { get }
}

extension Result: ResultProtocol {
  /// Creates a success.
  public init(value: Success) {
    self = .success(value)
  }

  /// Creates a failure.
  public init(error: Failure) {
    self = .failure(error)
  }

  /// This result itself.
  public var result: Result<Success, Failure> { self }

  /// The value of a success.
  public var value: Success? {
    if case .success(let value) = self { value } else { nil }
  }

  /// The error of a failure.
  public var error: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}

extension ResultProtocol {
  /// Returns the output of the closure that matches this result.
  ///
  /// The closure runs synchronously.
  ///
  /// - Parameters:
  ///   - ifSuccess: Receives the value.
  ///   - ifFailure: Receives the error.
  /// - Returns: The output of the closure that runs.
  public func analysis<Output>(
    ifSuccess: (Value) -> Output,
    ifFailure: (Error) -> Output
  ) -> Output {
    switch result {
    case .success(let value): ifSuccess(value)
    case .failure(let error): ifFailure(error)
    }
  }

  /// Returns the future that `transform` returns for the value, or a failed one.
  ///
  /// - Parameter transform: Runs synchronously, unless this is a failure.
  /// - Returns: A future.
  public func flatMap<U>(_ transform: (Value) -> Future<U, Error>) -> Future<U, Error> {
    analysis(ifSuccess: transform) { Future(error: $0) }
  }
}

extension ResultProtocol where Value: ResultProtocol, Error == Value.Error {
  /// Returns the inner result, or the outer failure.
  public func flatten() -> Result<Value.Value, Value.Error> {
    analysis(ifSuccess: { $0.result }, ifFailure: { .failure($0) })
  }
}

extension ResultProtocol
where Value: AsyncType, Value.Value: ResultProtocol, Error == Value.Value.Error {
  /// Returns a future that completes like the inner one, or a failed one.
  public func flatten() -> Future<Value.Value.Value, Value.Value.Error> {
    analysis(
      ifSuccess: { Future($0.asAsync.core.map { $0.result }) },
      ifFailure: { Future(error: $0) }
    )
  }
}

extension Sequence where Element: ResultProtocol {
  /// Returns all values in their order, or the first failure.
  public func sequence() -> Result<[Element.Value], Element.Error> {
    var values: [Element.Value] = []
    for element in self {
      switch element.result {
      case .success(let value): values.append(value)
      case .failure(let error): return .failure(error)
      }
    }
    return .success(values)
  }
}
