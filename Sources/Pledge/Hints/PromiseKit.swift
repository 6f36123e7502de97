// Names of PromiseKit.

public import Dispatch

extension Future {
  /// Renamed to `tap(_:)`.
  @available(*, unavailable, renamed: "tap(on:_:)")
  public final func done(
    on actor: MainActor,
    _ body: @MainActor (Value) throws -> Void
  ) -> Promise<Value> { preconditionFailure() }

  /// Renamed to `tap(_:)`.
  @available(*, unavailable, renamed: "tap(_:)", message: "Views need 'tap(on: MainActor.shared)'.")
  public final func done(
    on context: some ExecutionContext = .immediate,
    _ body: (Value) throws -> Void
  ) -> Promise<Value> { preconditionFailure() }

  /// Renamed to `tap(_:)`.
  @available(*, unavailable, renamed: "tap(on:_:)")
  public final func get(
    on actor: MainActor,
    _ body: @MainActor (Value) throws -> Void
  ) -> Promise<Value> { preconditionFailure() }

  /// Renamed to `tap(_:)`.
  @available(*, unavailable, renamed: "tap(_:)")
  public final func get(
    on context: some ExecutionContext = .immediate,
    _ body: (Value) throws -> Void
  ) -> Promise<Value> { preconditionFailure() }

  /// Renamed to `ensure(_:)`.
  @available(*, unavailable, renamed: "ensure(on:_:)", message: "It goes before 'catch'.")
  @discardableResult
  public final func finally(
    on actor: MainActor,
    _ body: @MainActor () -> Void
  ) -> Promise<Value> { preconditionFailure() }

  /// Renamed to `ensure(_:)`.
  @available(*, unavailable, renamed: "ensure(_:)", message: "It goes before 'catch'.")
  @discardableResult
  public final func finally(
    on context: some ExecutionContext = .immediate,
    _ body: () -> Void
  ) -> Promise<Value> { preconditionFailure() }

  /// Handlers receive every error.
  @available(*, unavailable, message: "It receives every error; check 'isCancellation'.")
  public final func `catch`(
    on context: some ExecutionContext = .immediate,
    policy: PromiseKitOption,
    _ body: (any Error) -> Void
  ) { preconditionFailure() }

  /// Renamed to `ignoringErrors()`.
  @available(*, unavailable, renamed: "ignoringErrors()")
  public final func cauterize() { preconditionFailure() }

  /// Use `value`.
  @available(
    *,
    unavailable,
    message: "Await 'value' instead, or call 'wait(timeout:)' of PledgeTesting in a test."
  )
  public final func wait() throws -> Value { preconditionFailure() }
}

extension Promise {
  /// Renamed to `init(value:file:line:)`.
  @available(*, unavailable, renamed: "init(value:)")
  public static func value(_ value: Value) -> Promise<Value> { preconditionFailure() }

  /// Renamed to `resolve(_:)`.
  @available(*, unavailable, renamed: "resolve(_:)")
  public func fulfill(_ value: Value) { preconditionFailure() }
}

extension Resolver {
  /// Renamed to `resolve(_:)`.
  @available(*, unavailable, renamed: "resolve(_:)")
  public func fulfill(_ value: Value) { preconditionFailure() }

  /// Renamed to `settle(_:_:)`.
  @available(*, unavailable, renamed: "settle(_:_:)")
  public func resolve(_ value: Value?, _ error: (any Error)?) { preconditionFailure() }

  /// Renamed to `reject(_:)`.
  @available(*, unavailable, renamed: "reject(_:)")
  public func resolve(_ error: any Error) { preconditionFailure() }
}

extension Resolver where Value == Void {
  /// Renamed to `resolve()`.
  @available(*, unavailable, renamed: "resolve()")
  public func fulfill() { preconditionFailure() }

  /// Renamed to `settle(_:)`.
  @available(*, unavailable, renamed: "settle(_:)")
  public func resolve(_ error: (any Error)?) { preconditionFailure() }
}

extension DispatchQueue {
  /// Use an initializer.
  @available(*, unavailable, message: "Use 'Promise(on: queue) { … }'.")
  public func async<T: Sendable>(_ form: PromiseKitOption, _ body: () throws -> T) -> Promise<T> {
    preconditionFailure()
  }
}

/// The arguments of PromiseKit's functions that are hints here.
@available(*, unavailable)
public enum PromiseKitOption {
  case promise, allErrors, allErrorsExceptCancellation
}

/// A chain begins with its first promise.
@available(*, unavailable, message: "Begin with the promise itself: 'load(1).map { … }'.")
public func firstly<Value: Sendable>(
  execute body: () throws -> Future<Value>
) -> Promise<Value> { preconditionFailure() }

/// Use `after(_:clock:file:line:)`.
@available(*, unavailable, message: "Use 'after(.seconds(1))'.")
public func after(seconds: Double) -> Promise<Void> { preconditionFailure() }

/// Renamed to `all(_:)`.
@available(*, unavailable, renamed: "all(_:)")
public func when<T>(fulfilled futures: [Future<T>]) -> Promise<[T]> { preconditionFailure() }

/// Renamed to `all(_:)`.
@available(*, unavailable, renamed: "all(_:_:)")
public func when<A, B>(fulfilled a: Future<A>, _ b: Future<B>) -> Promise<(A, B)> {
  preconditionFailure()
}

/// Renamed to `all(_:)`.
@available(*, unavailable, renamed: "all(_:_:_:)")
public func when<A: Sendable, B: Sendable, C: Sendable>(
  fulfilled a: Future<A>,
  _ b: Future<B>,
  _ c: Future<C>
) -> Promise<(A, B, C)> { preconditionFailure() }

/// Renamed to `allSettled(_:)`.
@available(*, unavailable, renamed: "allSettled(_:)")
public func when<T>(resolved futures: [Future<T>]) -> Promise<[Result<T, any Error>]> {
  preconditionFailure()
}

/// Renamed to `allSettled(_:)`.
@available(*, unavailable, renamed: "allSettled(_:)")
public func when<T>(resolved futures: Future<T>...) -> Promise<[Result<T, any Error>]> {
  preconditionFailure()
}
