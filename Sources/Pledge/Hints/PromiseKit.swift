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
  @available(*, unavailable, renamed: "tap(_:)")
  public final func get(
    on context: Any? = nil,
    _ body: @MainActor (Value) throws -> Void
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

  /// Renamed to `observe(_:)`.
  @available(*, unavailable, renamed: "observe(_:)")
  public final func finally(_ body: (Result<Value, any Error>) -> Void) -> Promise<Value> {
    preconditionFailure()
  }

  /// Handlers receive every error.
  @available(*, unavailable, message: "It receives every error; check 'isCancellation'.")
  @discardableResult
  public final func `catch`(
    on context: some ExecutionContext = .immediate,
    policy: PromiseKitOption,
    _ body: (any Error) -> Void
  ) -> Promise<Value> { preconditionFailure() }

  /// Handlers receive every error.
  @available(*, unavailable, message: "It receives every error: use 'switch', or 'recover(from:)'.")
  @discardableResult
  public final func `catch`<E: Error>(
    on context: Any? = nil,
    only type: E.Type,
    _ body: @MainActor (E) -> Void
  ) -> Promise<Value> { preconditionFailure() }

  /// Use `flatMap`.
  @available(*, unavailable, message: "Use 'flatMap { … }', or 'flatMap(on: queue) { … }'.")
  public final func then<U>(
    on queue: DispatchQueue?,
    _ body: (Value) throws -> Future<U>
  ) -> Promise<U> { preconditionFailure() }

  /// Use `map`, `flatMap`, or `tap`.
  @available(*, unavailable, message: "Use 'map', 'flatMap', or 'tap'.")
  public final func then<U>(
    on context: Any,
    _ body: @MainActor (Value) throws -> U
  ) -> Promise<U> { preconditionFailure() }

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

extension Future where Value: Sequence, Value.Element: Sendable {
  /// Use `mapConcurrently(limit:file:line:_:)`.
  @available(*, unavailable, message: "Use 'flatMap { $0.mapConcurrently(limit: 3) { … } }'.")
  public final func thenMap<U>(
    on queue: DispatchQueue? = nil,
    _ body: (Value.Element) throws -> Future<U>
  ) -> Promise<[U]> { preconditionFailure() }
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

extension Error {
  /// Renamed to `isCancellation`.
  @available(*, unavailable, renamed: "isCancellation")
  public var isCancelled: Bool { preconditionFailure() }
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

/// Renamed to `Promise`.
@available(*, unavailable, renamed: "Promise", message: "Wrap a callback in 'Promise.fromValue'.")
public typealias Guarantee<Value: Sendable> = Promise<Value>

/// Errors have types of their own.
@available(*, unavailable, message: "Use 'isCancellation'; other errors have their own types.")
public enum PMKError: Error {
  case cancelled
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

/// Use `mapConcurrently(limit:file:line:_:)`.
@available(*, unavailable, message: "Use 'ids.mapConcurrently(limit: 3) { load($0) }'.")
public func when<S: Sequence, T>(
  fulfilled futures: S,
  concurrently limit: Int
) -> Promise<[T]> where S.Element: Future<T> { preconditionFailure() }

/// Use `mapConcurrently(limit:file:line:_:)`.
@available(*, unavailable, message: "Use 'ids.mapConcurrently(limit: 3) { load($0) }'.")
@_disfavoredOverload  // An iterator may be a sequence.
public func when<I: IteratorProtocol, T>(
  fulfilled futures: I,
  concurrently limit: Int
) -> Promise<[T]> where I.Element: Future<T> { preconditionFailure() }

/// Renamed to `any(_:)`.
@available(*, unavailable, renamed: "any(_:)")
public func race<T>(fulfilled futures: [Future<T>]) -> Promise<T> { preconditionFailure() }

/// Renamed to `any(_:)`.
@available(*, unavailable, renamed: "any(_:)")
public func race<T>(fulfilled futures: Future<T>...) -> Promise<T> { preconditionFailure() }
