// Promises for functions that take a callback, one method for each form of callback.

extension Promise {
  /// Creates a promise for a function that passes an optional value and an optional error to its
  /// callback.
  ///
  ///     let user = Promise<User>.fromValueOrError { sdk.load(1, completion: $0) }
  ///
  /// If the callback receives both, the promise is rejected with the error. If it receives neither,
  /// the promise is rejected with ``NoOutcomeError``. Only the first call counts. If the callback
  /// is released without having been called, the promise is rejected with ``BrokenPromiseError``
  /// (spec 2.5).
  ///
  /// - Parameters:
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  ///   - start: A closure that starts the work and passes `callback` on. Runs before this method
  ///     returns. If it throws, the promise is rejected with the error.
  /// - Returns: A promise for the value.
  public static func fromValueOrError(
    file: StaticString = #fileID,
    line: UInt = #line,
    _ start: (_ callback: @escaping @Sendable (Value?, (any Error)?) -> Void) throws -> Void
  ) -> Promise<Value> {
    Promise(file: file, line: line) { (resolver: Resolver<Value>) in
      try start { value, error in resolver.settle(value, error) }
    }
  }

  /// Creates a promise for a function that passes a result to its callback.
  ///
  ///     let user = Promise<User>.fromResult { sdk.load(1, result: $0) }
  ///
  /// Only the first call counts. If the callback is released without having been called, the
  /// promise is rejected with ``BrokenPromiseError`` (spec 2.5).
  ///
  /// - Parameters:
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  ///   - start: A closure that starts the work and passes `callback` on. Runs before this method
  ///     returns. If it throws, the promise is rejected with the error.
  /// - Returns: A promise for the value.
  public static func fromResult<Failure: Error>(
    file: StaticString = #fileID,
    line: UInt = #line,
    _ start: (_ callback: @escaping @Sendable (Result<Value, Failure>) -> Void) throws -> Void
  ) -> Promise<Value> {
    Promise(file: file, line: line) { (resolver: Resolver<Value>) in
      try start { result in resolver.settle(with: result.mapError { $0 as any Error }) }
    }
  }

  /// Creates a promise for a function that passes a value to its callback.
  ///
  ///     let answer = Promise<Bool>.fromValue { sdk.ask("Sure?", answer: $0) }
  ///
  /// Only the first call counts. If the callback is released without having been called, the
  /// promise is rejected with ``BrokenPromiseError`` (spec 2.5).
  ///
  /// - Parameters:
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  ///   - start: A closure that starts the work and passes `callback` on. Runs before this method
  ///     returns. If it throws, the promise is rejected with the error.
  /// - Returns: A promise for the value.
  public static func fromValue(
    file: StaticString = #fileID,
    line: UInt = #line,
    _ start: (_ callback: @escaping @Sendable (Value) -> Void) throws -> Void
  ) -> Promise<Value> {
    Promise(file: file, line: line) { (resolver: Resolver<Value>) in
      try start { value in resolver.resolve(value) }
    }
  }
}

extension Promise where Value == Void {
  /// Creates a promise for a function that passes an optional error to its callback.
  ///
  ///     let saved = Promise.fromError { sdk.save(guest, completion: $0) }
  ///
  /// Only the first call counts. If the callback is released without having been called, the
  /// promise is rejected with ``BrokenPromiseError`` (spec 2.5).
  ///
  /// - Parameters:
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  ///   - start: A closure that starts the work and passes `callback` on. Runs before this method
  ///     returns. If it throws, the promise is rejected with the error.
  /// - Returns: A promise that is fulfilled if the error is `nil`.
  public static func fromError(
    file: StaticString = #fileID,
    line: UInt = #line,
    _ start: (_ callback: @escaping @Sendable ((any Error)?) -> Void) throws -> Void
  ) -> Promise<Void> {
    Promise(file: file, line: line) { (resolver: Resolver<Void>) in
      try start { error in resolver.settle((), error) }
    }
  }
}

extension Resolver {
  /// Settles the promise with the optional value and the optional error that a callback receives.
  ///
  /// If both are given, the promise is rejected with `error`. If neither is given, it is rejected
  /// with ``NoOutcomeError`` (spec 2.5.1).
  ///
  /// - Parameters:
  ///   - value: The value, or `nil`.
  ///   - error: The error, or `nil`. It takes precedence over `value`.
  /// - Returns: `true` if this call settled the promise; `false` if it was already settled.
  @discardableResult
  public func settle(_ value: Value?, _ error: (any Error)?) -> Bool {
    if let error { return reject(error) }
    guard let value else { return reject(NoOutcomeError()) }
    return resolve(value)
  }
}
