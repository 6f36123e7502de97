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
      try start(resolver.settle)
    }
  }

  /// Same as ``fromValueOrError(file:line:_:)``, for work that can be stopped.
  ///
  ///     let user = Promise<User>.fromValueOrError {
  ///       sdk.start(1, completion: $0)
  ///     } onDiscard: {
  ///       $0.cancel()
  ///     }
  ///
  /// If the promise is discarded, `stop` is called with the object that `start` returned, as with
  /// ``Resolver/onDiscard(of:_:)``.
  /// The promise retains the object until it is settled. If the object retains the callback and
  /// never calls it, the promise therefore stays pending until it is discarded.
  ///
  /// - Parameters:
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  ///   - start: A closure that starts the work, passes `callback` on, and returns an object that
  ///     stands for the work. Runs before this method returns. If it throws, the promise is
  ///     rejected with the error.
  ///   - stop: A closure that stops the work. Runs on the thread that discards the promise.
  /// - Returns: A promise for the value.
  public static func fromValueOrError<Work>(
    file: StaticString = #fileID,
    line: UInt = #line,
    _ start: (_ callback: @escaping @Sendable (Value?, (any Error)?) -> Void) throws ->
      sending Work,
    onDiscard stop: @escaping @Sendable (Work) -> Void
  ) -> Promise<Value> {
    Promise(file: file, line: line) { (resolver: Resolver<Value>) in
      resolver.onDiscard(of: try start(resolver.settle), stop)
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
      try start(resolver.settle)
    }
  }

  /// Same as ``fromResult(file:line:_:)``, for work that can be stopped.
  ///
  ///     let user = Promise<User>.fromResult {
  ///       sdk.start(1, result: $0)
  ///     } onDiscard: {
  ///       $0.cancel()
  ///     }
  ///
  /// If the promise is discarded, `stop` is called with the object that `start` returned, as with
  /// ``Resolver/onDiscard(of:_:)``.
  /// The promise retains the object until it is settled. If the object retains the callback and
  /// never calls it, the promise therefore stays pending until it is discarded.
  ///
  /// - Parameters:
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  ///   - start: A closure that starts the work, passes `callback` on, and returns an object that
  ///     stands for the work. Runs before this method returns. If it throws, the promise is
  ///     rejected with the error.
  ///   - stop: A closure that stops the work. Runs on the thread that discards the promise.
  /// - Returns: A promise for the value.
  public static func fromResult<Failure: Error, Work>(
    file: StaticString = #fileID,
    line: UInt = #line,
    _ start: (_ callback: @escaping @Sendable (Result<Value, Failure>) -> Void) throws ->
      sending Work,
    onDiscard stop: @escaping @Sendable (Work) -> Void
  ) -> Promise<Value> {
    Promise(file: file, line: line) { (resolver: Resolver<Value>) in
      resolver.onDiscard(of: try start(resolver.settle), stop)
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

  /// Same as ``fromValue(file:line:_:)``, for work that can be stopped.
  ///
  ///     let answer = Promise<Bool>.fromValue {
  ///       sdk.startAsking("Sure?", answer: $0)
  ///     } onDiscard: {
  ///       $0.cancel()
  ///     }
  ///
  /// If the promise is discarded, `stop` is called with the object that `start` returned, as with
  /// ``Resolver/onDiscard(of:_:)``.
  /// The promise retains the object until it is settled. If the object retains the callback and
  /// never calls it, the promise therefore stays pending until it is discarded.
  ///
  /// - Parameters:
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  ///   - start: A closure that starts the work, passes `callback` on, and returns an object that
  ///     stands for the work. Runs before this method returns. If it throws, the promise is
  ///     rejected with the error.
  ///   - stop: A closure that stops the work. Runs on the thread that discards the promise.
  /// - Returns: A promise for the value.
  public static func fromValue<Work>(
    file: StaticString = #fileID,
    line: UInt = #line,
    _ start: (_ callback: @escaping @Sendable (Value) -> Void) throws -> sending Work,
    onDiscard stop: @escaping @Sendable (Work) -> Void
  ) -> Promise<Value> {
    Promise(file: file, line: line) { (resolver: Resolver<Value>) in
      resolver.onDiscard(of: try start { value in resolver.resolve(value) }, stop)
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
      try start(resolver.settle)
    }
  }

  /// Same as ``fromError(file:line:_:)``, for work that can be stopped.
  ///
  ///     let saved = Promise.fromError {
  ///       sdk.startSaving(guest, completion: $0)
  ///     } onDiscard: {
  ///       $0.cancel()
  ///     }
  ///
  /// If the promise is discarded, `stop` is called with the object that `start` returned, as with
  /// ``Resolver/onDiscard(of:_:)``.
  /// The promise retains the object until it is settled. If the object retains the callback and
  /// never calls it, the promise therefore stays pending until it is discarded.
  ///
  /// - Parameters:
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  ///   - start: A closure that starts the work, passes `callback` on, and returns an object that
  ///     stands for the work. Runs before this method returns. If it throws, the promise is
  ///     rejected with the error.
  ///   - stop: A closure that stops the work. Runs on the thread that discards the promise.
  /// - Returns: A promise that is fulfilled if the error is `nil`.
  public static func fromError<Work>(
    file: StaticString = #fileID,
    line: UInt = #line,
    _ start: (_ callback: @escaping @Sendable ((any Error)?) -> Void) throws -> sending Work,
    onDiscard stop: @escaping @Sendable (Work) -> Void
  ) -> Promise<Void> {
    Promise(file: file, line: line) { (resolver: Resolver<Void>) in
      resolver.onDiscard(of: try start(resolver.settle), stop)
    }
  }
}
