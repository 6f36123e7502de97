internal import Dispatch
public import PledgeCore

// Promises made together with the work that settles them.

extension Promise {
  /// Creates a promise that `body` sees to, which runs at once (spec 2.4.9).
  ///
  ///     let user = Promise<User> { resolver in
  ///       sdk.load(1) { value, error in resolver.settle(value, error) }
  ///     }
  ///
  /// - Parameters:
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  ///   - body: What starts the work, before this returns; if it throws, the promise is rejected.
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

  /// Creates a promise that `block` sees to, which runs later on a global queue (spec 2.4.3).
  ///
  /// The promise lives until the block has run. When both closures are gone and it is pending, it is
  /// rejected with ``BrokenPromiseError``.
  ///
  /// - Parameters:
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  ///   - block: What starts the work, with the two closures that end it.
  public convenience init(
    file: StaticString = #fileID,
    line: UInt = #line,
    _ block:
      @escaping @Sendable (
        _ resolve: @escaping @Sendable (Value) -> Void,
        _ reject: @escaping @Sendable ((any Sendable)?) -> Void
      ) -> Void
  ) {
    self.init(file: file, line: line)
    let resolver = Resolver(self)
    DispatchQueue.global().async {
      block({ resolver.fulfill($0) }, { resolver.reject($0) })
    }
  }

  /// Creates a promise for what `operation` returns, which runs in a task of its own (spec 10.2).
  ///
  ///     let user = Promise { try await fetch(1) }
  ///
  /// The task has the priority and the task-locals of the caller. Discarding the promise cancels it.
  ///
  /// - Parameters:
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  ///   - operation: The work; if it throws, the promise is rejected.
  public convenience init(
    file: StaticString = #fileID,
    line: UInt = #line,
    _ operation: @escaping @Sendable () async throws -> Value
  ) {
    self.init(running: operation, at: Site(file, line))
  }

  /// The same, for any place.
  @usableFromInline
  convenience init(
    running operation: @escaping @Sendable () async throws -> Value,
    at site: Site,
    by operatorID: OperatorID = .promise
  ) {
    self.init(pendingAt: site, by: operatorID)
    let resolver = Resolver(self)
    let task = Task {
      do {
        resolver.fulfill(try await operation())
      } catch {
        resolver.reject(error)
      }
    }
    resolver.onDiscard { task.cancel() }
  }

  /// Creates a promise for what `operation` returns, which runs in a task of its own: the same as
  /// its asynchronous twin, for work that does not wait (spec 2.4.13).
  ///
  /// - Parameters:
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  ///   - operation: The work; if it throws, the promise is rejected.
  public convenience init(
    file: StaticString = #fileID,
    line: UInt = #line,
    _ operation: @escaping @Sendable () throws -> Value
  ) {
    let work: @Sendable () async throws -> Value = { try operation() }
    self.init(file: file, line: line, work)
  }

  /// Creates a promise for what `body` returns, which runs on `context`.
  ///
  ///     let user = Promise(on: .global()) { try parse("Ada") }
  ///
  /// Discarded before it runs, `body` does not run. Should the context drop it, the promise is
  /// rejected with ``BrokenPromiseError`` (spec 2.4.12, 7.1.5).
  ///
  /// - Parameters:
  ///   - context: Where `body` runs.
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  ///   - body: The work; if it throws, the promise is rejected.
  public convenience init(
    on context: some ExecutionContext,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ body: @escaping @Sendable () throws -> Value
  ) {
    self.init(file: file, line: line)
    let resolver = Resolver(self)
    let held = Locked<(@Sendable () throws -> Value)?>(body)
    @Sendable func take() -> (@Sendable () throws -> Value)? {
      held.withLock { held in
        defer { held = nil }
        return held
      }
    }
    resolver.onDiscard { _ = take() }
    context.run {
      guard let body = take() else { return }
      resolver.settle(Result { try body() })
    }
  }
}
