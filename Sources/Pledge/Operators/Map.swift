public import PledgeCore

extension Future {
  /// Returns a promise for the result of calling `transform` with the value.
  ///
  ///     let length = load(1).map { $0.name.count }
  ///
  /// A rejection is passed on without calling `transform`. If the returned promise is discarded
  /// first, `transform` is released without being called (spec 4.1).
  ///
  /// - Parameter transform: A closure that transforms the value. Runs on the thread that settles
  ///   this promise, or immediately if it is already settled. If it throws, the returned promise is
  ///   rejected with the error.
  /// - Returns: A promise for the transformed value.
  @inlinable
  public final func map<U: Sendable>(
    _ transform: @escaping @Sendable (Value) throws -> U
  ) -> Promise<U> {
    stage(Mapping(transform))
  }

  /// Same as ``map(_:)``, with `transform` running on `context`.
  @inlinable
  public final func map<U: Sendable>(
    on context: some ExecutionContext,
    _ transform: @escaping @Sendable (Value) throws -> U
  ) -> Promise<U> {
    stage(Mapping(transform), on: context)
  }

  /// Same as ``map(_:)``, with `transform` running on the main actor.
  public final func map<U: Sendable>(
    on actor: MainActor,
    _ transform: @escaping @MainActor @Sendable (Value) throws -> U
  ) -> Promise<U> {
    stage(Mapping { value in try MainActor.assumeIsolated { try transform(value) } }, on: actor)
  }
}

@frozen @usableFromInline struct Mapping<Input: Sendable, Output: Sendable>: PlainStageHandler {
  @usableFromInline let transform: @Sendable (Input) throws -> Output

  @inlinable init(_ transform: @escaping @Sendable (Input) throws -> Output) {
    self.transform = transform
  }

  @inlinable static var operatorID: OperatorID { .map }

  @inlinable func resolve(with outcome: Result<Input, any Error>) throws -> Resolution<Output> {
    switch outcome {
    case .success(let value): .value(try transform(value))
    case .failure(let error): .error(error)
    }
  }
}
