internal import Dispatch
public import PledgeCore
internal import PledgeSupport

// Promises that are created together with the work that settles them.
//
// The closures that take no arguments are declared as `(()) -> Value`. If they were `() -> Value`,
// the compiler would answer a misspelled method of the resolver by complaining about the number of
// parameters. With one parameter in each closure of `Promise { … }`, it names the method.

extension Promise {
  /// Creates a promise that is settled with the resolver passed to `body` (spec 2.4.9).
  ///
  ///     let user = Promise<User> { resolver in
  ///       sdk.load(1) { value, error in resolver.settle(value, error) }
  ///     }
  ///
  /// - Parameters:
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  ///   - body: A closure that starts the work. Runs before this initializer returns. If it throws,
  ///     the promise is rejected with the error.
  public convenience init(
    file: StaticString = #fileID,
    line: UInt = #line,
    _ body: (_ resolver: Resolver<Value>) throws -> Void
  ) {
    self.init(file: file, line: line)
    let resolver = Resolver(self)
    do {
      try body(resolver)
    } catch {
      resolver.reject(error)
    }
  }

  /// Creates a promise for the value that an asynchronous operation returns (spec 10.2).
  ///
  ///     let user = Promise { try await fetch(1) }
  ///
  /// `operation` runs in a new task, which inherits the priority and the task-local values of the
  /// caller. Discarding the promise cancels the task.
  ///
  /// - Parameters:
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  ///   - operation: The asynchronous work. If it throws, the promise is rejected with the error.
  public convenience init(
    file: StaticString = #fileID,
    line: UInt = #line,
    _ operation: @escaping @Sendable (()) async throws -> Value
  ) {
    self.init(running: operation, at: Site(file, line))
  }

  /// Creates a promise for the value that a synchronous operation returns (spec 2.4.13).
  ///
  /// `operation` runs in a new task, as in the initializer for asynchronous operations.
  ///
  /// - Parameters:
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  ///   - operation: The synchronous work. If it throws, the promise is rejected with the error.
  public convenience init<Failure: Error>(
    file: StaticString = #fileID,
    line: UInt = #line,
    _ operation: @escaping @isolated(any) @Sendable (()) throws(Failure) -> Value
  ) {
    // Generic: without the error's type, the compiler explains fewer mistakes in other closures.
    self.init(running: { try await operation(()) }, at: Site(file, line))
  }

  /// Creates a promise for the value of `operation`, attributed to `site` and `operatorID`.
  @usableFromInline
  convenience init(
    running operation: @escaping @Sendable (()) async throws -> Value,
    at site: Site,
    by operatorID: OperatorID = .promise
  ) {
    self.init(running: operation, at: site, by: operatorID, priority: nil, startingBy: nil)
  }

  /// Same as ``init(running:at:by:)``, in a task that `start` creates with `priority`, or that of
  /// the caller, unless the clock of a test decides when and how tasks start.
  convenience init(
    running operation: @escaping @Sendable (()) async throws -> Value,
    at site: Site,
    by operatorID: OperatorID = .promise,
    named name: String? = nil,
    priority: TaskPriority?,
    startingBy start: AttemptTasks.Start?
  ) {
    self.init(pendingAt: site, by: operatorID)
    let operation = PromiseWorker.linking(operation, to: self, name)
    let clockStart = AttemptTasks.currentStart
    // A task inherits the priority that its creator began with, and at most a high one; that of a
    // clock always inherits.
    let priority =
      (clockStart == nil ? priority : nil)
      ?? min(Task.basePriority ?? Task.currentPriority, .high)
    if let start = clockStart ?? start {
      // The task may be dropped before it has started, and the promise is then broken.
      let producer = Producer(self)
      let task = start { _ = try? await producer.promise.settle(by: operation) }
      onDiscard(canceling: task, of: priority)
    } else {
      // Returns the value only because a closure without a result would be wrapped for `Task`.
      onDiscard(canceling: Task { try await settle(by: operation) }, of: priority)
    }
  }

  /// Settles this promise with the outcome of `operation`.
  @inline(__always)
  private func settle(by operation: @Sendable (()) async throws -> Value) async throws -> Value {
    do {
      let value = try await operation(())
      if !tryFulfill(value) { noteSettledAgain() }
      return value
    } catch {
      if !tryReject(with: error) { noteSettledAgain() }
      throw error
    }
  }

  /// Creates a promise for the value that `body` returns when it runs on `context`.
  ///
  ///     let user = Promise(on: .global()) { try parse("Ada") }
  ///
  /// If the promise is discarded first, `body` is released without being called. If the context
  /// drops `body`, the promise is rejected with ``BrokenPromiseError`` (spec 2.4.12, 7.1.5).
  ///
  /// - Parameters:
  ///   - context: The execution context that runs `body`.
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  ///   - body: The work. If it throws, the promise is rejected with the error.
  public convenience init(
    on context: some ExecutionContext,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ body: @escaping @Sendable () throws -> Value
  ) {
    self.init(on: context, at: Site(file, line)) { resolver in
      resolver.settle(with: Result { try body() })
    }
  }

  /// Creates a promise that is settled with the resolver passed to `body`, which runs on `context`.
  ///
  ///     let user = Promise<User>(on: background) { resolver in
  ///       sdk.load(1) { value, error in resolver.settle(value, error) }
  ///     }
  ///
  /// If the promise is discarded first, `body` is released without being called. If the context
  /// drops `body`, the promise is rejected with ``BrokenPromiseError`` (spec 2.4.14).
  ///
  /// - Parameters:
  ///   - context: The execution context that runs `body`.
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  ///   - body: A closure that starts the work. If it throws, the promise is rejected with the
  ///     error.
  public convenience init(
    on context: some ExecutionContext,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ body: @escaping @Sendable (_ resolver: Resolver<Value>) throws -> Void
  ) {
    self.init(on: context, at: Site(file, line)) { resolver in
      do {
        try body(resolver)
      } catch {
        resolver.reject(error)
      }
    }
  }

  /// Creates a promise that is settled with the resolver passed to `body`, which runs on the main
  /// actor.
  ///
  ///     let user = Promise<User>(on: MainActor.shared) { resolver in
  ///       sdk.load(1) { value, error in resolver.settle(value, error) }
  ///     }
  ///
  /// `body` goes through the main queue. Otherwise the same as the form with a context (spec
  /// 2.4.15). For the value that a closure returns, write `Promise { @MainActor in … }`.
  public convenience init(
    on actor: MainActor,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ body: @escaping @MainActor @Sendable (_ resolver: Resolver<Value>) throws -> Void
  ) {
    self.init(on: DispatchQueue.main, file: file, line: line) { resolver in
      try MainActor.assumeIsolated { try body(resolver) }
    }
  }

  private convenience init(
    on context: some ExecutionContext,
    at site: Site,
    _ body: @escaping @Sendable (Resolver<Value>) -> Void
  ) {
    self.init(pendingAt: site, by: .body)
    let (resolver, worker) = (Resolver(self), PromiseWorker(of: self))
    let held = Locked<(@Sendable (Resolver<Value>) -> Void)?>(body)
    @Sendable func take() -> (@Sendable (Resolver<Value>) -> Void)? {
      held.withLock { $0.take() }
    }
    resolver.onDiscard { _ = take() }
    context.runReported { if let body = take() { worker.run { body(resolver) } } }
  }
}

extension PromiseWorker {
  /// Returns `operation`, for a task that settles `promise`.
  fileprivate static func linking<Value>(
    _ operation: @escaping @Sendable (()) async throws -> Value,
    to promise: Node,
    _ name: String?
  ) -> @Sendable (()) async throws -> Value {
    guard let worker = PromiseWorker(of: promise) else { return operation }
    worker.note(.task, named: name)
    return { _ in try await worker.run { try await operation(()) } }
  }
}
