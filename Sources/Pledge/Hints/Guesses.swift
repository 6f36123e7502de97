// Calls that look right, but that no library declares in this form.

extension Future {
  /// Make a promise, which is a future.
  @available(*, unavailable, message: "Make a 'Promise', which is a future: 'Promise<Value>()'.")
  public convenience init(file: StaticString = #fileID, line: UInt = #line) {
    preconditionFailure()
  }

  /// Make a promise, which is a future.
  @available(*, unavailable, message: "Make a 'Promise', which is a future: 'Promise(value:)'.")
  public convenience init(
    value: Value,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ none: ((Never) -> Never)? = nil
  ) { preconditionFailure() }

  /// Make a promise, which is a future.
  @available(*, unavailable, message: "Make a 'Promise', which is a future: 'Promise(error:)'.")
  public convenience init(
    error: any Error,
    file: StaticString = #fileID,
    line: UInt = #line
  ) { preconditionFailure() }

  /// Make a promise, which is a future.
  @available(*, unavailable, message: "Make a 'Promise', which is a future: 'Promise { … }'.")
  public convenience init(
    file: StaticString = #fileID,
    line: UInt = #line,
    _ body: (_ resolver: Resolver<Value>) throws -> Void
  ) { preconditionFailure() }

  /// Make a promise, which is a future.
  @available(*, unavailable, message: "Make a 'Promise', which is a future: 'Promise { … }'.")
  public convenience init(
    file: StaticString = #fileID,
    line: UInt = #line,
    _ operation: @escaping @Sendable (()) async throws -> Value
  ) { preconditionFailure() }

  /// Use `result`.
  @available(*, unavailable, message: "Read 'result', or handle the error with 'catch'.")
  public final var error: any Error { preconditionFailure() }

  /// Use `timeout(after:orThrow:clock:)`.
  @available(*, unavailable, message: "Use 'timeout(after: .seconds(5))'.")
  public final func timeout(seconds: Double) -> Promise<Value> { preconditionFailure() }

  /// Declared by `PledgeTesting`, because only tests may block.
  @available(
    *,
    unavailable,
    message: "Await 'value' instead, or import PledgeTesting in a test that is not asynchronous."
  )
  public final func wait(timeout limit: Duration) throws -> Value { preconditionFailure() }

  /// Renamed to `delay(by:clock:)`.
  @available(*, unavailable, renamed: "delay(by:)")
  public final func delay(_ duration: Duration) -> Promise<Value> { preconditionFailure() }

  /// Renamed to `timeout(after:orThrow:clock:)`.
  @available(*, unavailable, renamed: "timeout(after:orThrow:)")
  public final func timeout(after limit: Duration, error: any Error) -> Promise<Value> {
    preconditionFailure()
  }

  /// The closure returns a value, as that of `map` does.
  @available(*, unavailable, message: "Return the value, or throw the error.") @_disfavoredOverload
  public final func mapResult<U>(
    _ transform: (Result<Value, any Error>) throws -> Result<U, any Error>
  ) -> Promise<U> { preconditionFailure() }

  /// A future is only read.
  @available(*, unavailable, message: "Discard the promise, or one derived with 'map { $0 }'.")
  public final func discard(file: StaticString = #fileID) { preconditionFailure() }

  /// Use `Resolver/onDiscard(_:)`.
  @available(
    *,
    unavailable,
    message: "Use 'resolver.onDiscard', or 'Promise(discard:)', where the work starts."
  )
  public final func onDiscard<Ignored>(_ body: () -> Ignored) { preconditionFailure() }
}

@available(*, unavailable, message: "Use 'observe(on:owner:_:)', or capture '[weak self]'.")
extension Future {
  /// Use `observe(owner:_:)`.
  public final func tap<Owner: AnyObject>(
    on context: some ExecutionContext = .immediate,
    owner: Owner,
    _ body: @MainActor (Owner, Value) throws -> Void
  ) -> Promise<Value> { preconditionFailure() }

  /// Use `observe(owner:_:)`.
  public final func tap<Owner: AnyObject>(
    on actor: MainActor,
    owner: Owner,
    _ body: @MainActor (Owner, Value) throws -> Void
  ) -> Promise<Value> { preconditionFailure() }

  /// Use `observe(owner:_:)`.
  public final func `catch`<Owner: AnyObject>(
    on context: some ExecutionContext = .immediate,
    owner: Owner,
    _ body: @MainActor (Owner, any Error) -> Void
  ) -> Promise<Value> { preconditionFailure() }

  /// Use `observe(owner:_:)`.
  public final func `catch`<Owner: AnyObject>(
    on actor: MainActor,
    owner: Owner,
    _ body: @MainActor (Owner, any Error) -> Void
  ) -> Promise<Value> { preconditionFailure() }

  /// Use `observe(owner:_:)`.
  public final func ensure<Owner: AnyObject>(
    on context: Any? = nil,
    owner: Owner,
    _ body: @MainActor (Owner) -> Void
  ) -> Promise<Value> { preconditionFailure() }

  /// Use `observe(owner:_:)`.
  public final func then<Owner: AnyObject>(
    on context: Any? = nil,
    owner: Owner,
    _ body: @MainActor (Owner, Value) throws -> Void
  ) -> Promise<Value> { preconditionFailure() }
}

extension Future {
  /// Only the closures of other operators throw.
  @available(
    *,
    unavailable,
    message: "The closure of 'catch' does not throw: use 'recover', or 'mapError'."
  )
  public final func `catch`(
    on context: Any? = nil,
    _ body: @MainActor (any Error) throws -> Void
  ) -> Promise<Value> { preconditionFailure() }
}

extension Promise {
  /// Use `fromValueOrError(file:line:_:)`.
  @available(*, unavailable, message: "Use 'fromValueOrError { … }', or pass 'resolver.settle'.")
  public convenience init(
    _ start: (_ callback: @escaping @Sendable (Value?, (any Error)?) -> Void) throws -> Void
  ) { preconditionFailure() }

  /// Use `fromResult(file:line:_:)`.
  @available(*, unavailable, message: "Use 'fromResult { … }', or pass 'resolver.settle'.")
  public convenience init(
    _ start: (_ callback: @escaping @Sendable (Result<Value, any Error>) -> Void) throws -> Void
  ) { preconditionFailure() }

  /// Use a closure that states its isolation.
  @available(*, unavailable, message: "Write 'Promise { @MainActor in … }'.")
  public convenience init(on actor: MainActor, _ body: @MainActor () throws -> Value) {
    preconditionFailure()
  }

  /// Renamed to `resolve(_:)`.
  @available(*, unavailable, renamed: "resolve(_:)")
  public func fulfil(_ value: Value) { preconditionFailure() }

  /// Renamed to `discarded(by:)`.
  @available(*, unavailable, renamed: "discarded(by:)")
  public func discard(by bag: DiscardBag) { preconditionFailure() }
}

extension Resolver {
  /// Renamed to `resolve(_:)`.
  @available(*, unavailable, renamed: "resolve(_:)")
  public func fulfil(_ value: Value) { preconditionFailure() }

  /// A producer rejects its promise.
  @available(*, unavailable, message: "Use 'reject(DiscardedError())'.")
  public func discard() { preconditionFailure() }

  /// A producer rejects its promise.
  @available(*, unavailable, message: "Use 'reject(DiscardedError())'.")
  public func cancel() { preconditionFailure() }

  /// Renamed to `settle(with:)`.
  @available(*, unavailable, renamed: "settle(with:)")
  public func resolve(_ result: Result<Value, any Error>) { preconditionFailure() }

  /// Renamed to `resolve(_:)`.
  @available(*, unavailable, renamed: "resolve(_:)")
  public func callAsFunction(_ value: Value) { preconditionFailure() }

  /// Only a promise for `Void` is fulfilled without a value.
  @available(*, unavailable, message: "Pass a value: 'resolve(value)'.")
  public func resolve() { preconditionFailure() }
}

extension ExecutionContext {
  /// Renamed to `run(_:)`.
  @available(*, unavailable, renamed: "run(_:)")
  public func execute(_ work: @Sendable () -> Void) { preconditionFailure() }
}

extension Sequence where Element: Sendable {
  /// Renamed to `mapConcurrently(limit:file:line:_:)`.
  @available(*, unavailable, renamed: "mapConcurrently(limit:_:)")
  public func mapConcurrently<U>(_: Int, _ body: (Element) throws -> Future<U>) -> Promise<[U]> {
    preconditionFailure()
  }

  /// Renamed to `mapConcurrently(limit:file:line:_:)`.
  @available(*, unavailable, renamed: "mapConcurrently(limit:_:)") @_disfavoredOverload
  public func mapConcurrently<U>(_: Int, _ body: (Element) async throws -> U) -> Promise<[U]> {
    preconditionFailure()
  }

  /// Renamed to `mapConcurrently(limit:file:line:_:)`.
  @available(*, unavailable, renamed: "mapConcurrently(limit:_:)")
  public func mapConcurrently<U>(
    maxConcurrent: Int,
    _ body: (Element) throws -> Future<U>
  ) -> Promise<[U]> { preconditionFailure() }

  /// Renamed to `mapConcurrently(limit:file:line:_:)`.
  @available(*, unavailable, renamed: "mapConcurrently(limit:_:)") @_disfavoredOverload
  public func mapConcurrently<U>(
    maxConcurrent: Int,
    _ body: (Element) async throws -> U
  ) -> Promise<[U]> { preconditionFailure() }
}

extension Backoff {
  /// Use `capped(at:)`.
  @available(*, unavailable, message: "Use 'exponential(_:).capped(at: .seconds(30))'.")
  public static func exponential(_: Duration, max: Duration) -> Backoff { preconditionFailure() }
}

extension RetryError {
  /// Use `errors`.
  @available(*, unavailable, message: "Count 'errors', and add 'omittedCount'.")
  public var attempts: Int { preconditionFailure() }
}
