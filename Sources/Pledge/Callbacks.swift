// Promises for functions that call back, by the shape of the callback.

extension Promise {
  /// Creates a promise for a function that calls back with a value or an error.
  ///
  ///     let user = Promise<User>.fromValueOrError { sdk.load(1, completion: $0) }
  ///
  /// An error counts more than a value; neither rejects with ``NoOutcomeError``. Only the first
  /// call counts; a callback that is dropped rejects with ``BrokenPromiseError`` (spec 2.5).
  ///
  /// - Parameters:
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  ///   - start: Starts the work with the callback, before this returns; may throw to reject.
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

  /// Creates a promise for a function that calls back with a result.
  ///
  ///     let user = Promise<User>.fromResult { sdk.load(1, result: $0) }
  ///
  /// Only the first call counts; a callback that is dropped rejects with ``BrokenPromiseError`` (spec 2.5).
  ///
  /// - Parameters:
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  ///   - start: Starts the work with the callback, before this returns; may throw to reject.
  /// - Returns: A promise for the value.
  public static func fromResult<Failure: Error>(
    file: StaticString = #fileID,
    line: UInt = #line,
    _ start: (_ callback: @escaping @Sendable (Result<Value, Failure>) -> Void) throws -> Void
  ) -> Promise<Value> {
    Promise(file: file, line: line) { (resolver: Resolver<Value>) in
      try start { result in resolver.settle(result.mapError { $0 as any Error }) }
    }
  }

  /// Creates a promise for a function that calls back with a value.
  ///
  ///     let answer = Promise<Bool>.fromValue { sdk.ask("Sure?", answer: $0) }
  ///
  /// Only the first call counts; a callback that is dropped rejects with ``BrokenPromiseError`` (spec 2.5).
  ///
  /// - Parameters:
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  ///   - start: Starts the work with the callback, before this returns; may throw to reject.
  /// - Returns: A promise for the value.
  public static func fromValue(
    file: StaticString = #fileID,
    line: UInt = #line,
    _ start: (_ callback: @escaping @Sendable (Value) -> Void) throws -> Void
  ) -> Promise<Value> {
    Promise(file: file, line: line) { (resolver: Resolver<Value>) in
      try start { value in resolver.fulfill(value) }
    }
  }
}

extension Promise where Value == Void {
  /// Creates a promise for a function that calls back with an error or without one.
  ///
  ///     let saved = Promise.fromError { sdk.save(guest, completion: $0) }
  ///
  /// Only the first call counts; a callback that is dropped rejects with ``BrokenPromiseError`` (spec 2.5).
  ///
  /// - Parameters:
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  ///   - start: Starts the work with the callback, before this returns; may throw to reject.
  /// - Returns: A promise that is fulfilled if there is no error.
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
  /// Settles the promise with what an older callback brings: an error, or else a value.
  ///
  /// Any thread (spec 2.5.1).
  ///
  /// - Parameters:
  ///   - value: The value, if there is one.
  ///   - error: The error, if there is one, which counts more than a value.
  /// - Returns: Whether this settled it; with neither, it is rejected with ``NoOutcomeError``.
  @discardableResult
  public func settle(_ value: Value?, _ error: (any Error)?) -> Bool {
    if let error { return reject(error) }
    guard let value else { return reject(NoOutcomeError()) }
    return fulfill(value)
  }
}
