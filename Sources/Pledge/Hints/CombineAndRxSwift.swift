// Names of Combine and RxSwift.

extension Future {
  /// Renamed to `tap(_:)`.
  @available(*, unavailable, renamed: "tap(_:)")
  public final func sink(
    receiveValue: (Value) -> Void
  ) -> Promise<Value> { preconditionFailure() }

  /// Use `tap(_:)` and `catch(_:)`, or `observe(_:)`.
  @available(*, unavailable, message: "Use 'tap { … }.catch { … }', or 'observe { result in … }'.")
  public final func sink(
    receiveCompletion: (Result<Void, any Error>) -> Void,
    receiveValue: (Value) -> Void
  ) -> Promise<Value> { preconditionFailure() }

  /// Renamed to `observe(_:)`.
  @available(*, unavailable, renamed: "observe(_:)")
  public final func subscribe(
    _ observer: (Result<Value, any Error>) -> Void
  ) -> Promise<Value> { preconditionFailure() }

  /// Use `tap(_:)` and `catch(_:)`, or `observe(_:)`.
  @available(*, unavailable, message: "Use 'tap { … }.catch { … }', or 'observe { result in … }'.")
  public final func subscribe(
    onSuccess: ((Value) -> Void)? = nil,
    onFailure: ((any Error) -> Void)? = nil
  ) -> Promise<Value> { preconditionFailure() }

  /// Renamed to `shared()`.
  @available(*, unavailable, renamed: "shared()")
  public final func share(file: StaticString = #fileID) -> Future<Value> { preconditionFailure() }

  /// Renamed to `timeout(after:orThrow:clock:)`.
  @available(*, unavailable, renamed: "timeout(after:)")
  public final func timeout(_ limit: Duration) -> Promise<Value> { preconditionFailure() }

  /// Use `timeout(after:orThrow:clock:)`.
  @available(*, unavailable, message: "Use 'timeout(after: .seconds(5))'.")
  public final func timeout(_ seconds: Double) -> Promise<Value> { preconditionFailure() }
}

@available(*, unavailable, message: "Pass the context to the operator: 'map(on: context) { … }'.")
extension Future {
  /// Use the forms with a context.
  public final func receive(on context: some ExecutionContext) -> Promise<Value> {
    preconditionFailure()
  }

  /// Use the forms with a context.
  public final func receive(on actor: MainActor) -> Promise<Value> { preconditionFailure() }
}

@available(*, unavailable, message: "Use 'discarded(by: bag)', with a 'DiscardBag'.")
extension Promise {
  /// Use `discarded(by:)`.
  public func store<Bag>(in bag: inout Bag) { preconditionFailure() }

  /// Use `discarded(by:)`.
  public func store(in bag: DiscardBag) { preconditionFailure() }

  /// Use `discarded(by:)`.
  public func disposed<Bag>(by bag: Bag) { preconditionFailure() }
}

/// Renamed to `retry`.
@available(*, unavailable, renamed: "retry(max:_:)")
public func retry<T>(_ max: Int, _ body: () throws -> Future<T>) -> Promise<T> {
  preconditionFailure()
}
