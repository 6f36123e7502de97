public import PledgeCore

extension Future {
  /// Returns a promise that settles with the outcome of the promise that `transform` returns.
  ///
  ///     let team = load(1).flatMap { members(of: $0.team ?? "A") }
  ///
  /// A rejection is passed on without calling `transform`.
  ///
  /// The promise that `transform` returns gains a consumer and is not affected otherwise.
  /// Discarding the returned promise detaches it from whichever of the two promises it is waiting
  /// for (spec 4.2, 4.3). A returned promise that would wait for itself is rejected with
  /// ``CycleError``.
  ///
  /// - Parameter transform: A closure that receives the value and returns another promise. Runs on
  ///   the thread that settles this promise, or immediately if it is already settled. If it throws,
  ///   the returned promise is rejected with the error.
  /// - Returns: A promise for the value of the promise that `transform` returns.
  @inlinable
  public final func flatMap<U: Sendable>(
    _ transform: @escaping @Sendable (Value) throws -> Future<U>
  ) -> Promise<U> {
    stage(FlatMapping(transform))
  }

  /// Same as ``flatMap(_:)``, with `transform` running on `context`.
  @inlinable
  public final func flatMap<U: Sendable>(
    on context: some ExecutionContext,
    _ transform: @escaping @Sendable (Value) throws -> Future<U>
  ) -> Promise<U> {
    stage(FlatMapping(transform), on: context)
  }

  /// Same as ``flatMap(_:)``, with `transform` running on the main actor.
  public final func flatMap<U: Sendable>(
    on actor: MainActor,
    _ transform: @escaping @MainActor @Sendable (Value) throws -> Future<U>
  ) -> Promise<U> {
    stage(FlatMapping { value in try MainActor.assumeIsolated { try transform(value) } }, on: actor)
  }
}

@frozen @usableFromInline struct FlatMapping<Input: Sendable, Output: Sendable>: PlainStageHandler {
  @usableFromInline let transform: @Sendable (Input) throws -> Future<Output>

  @inlinable init(_ transform: @escaping @Sendable (Input) throws -> Future<Output>) {
    self.transform = transform
  }

  @inlinable static var operatorID: OperatorID { .flatMap }

  @inlinable func resolve(with outcome: Result<Input, any Error>) throws -> Resolution<Output> {
    switch outcome {
    case .success(let value): .follow(try transform(value))
    case .failure(let error): .error(error)
    }
  }
}
