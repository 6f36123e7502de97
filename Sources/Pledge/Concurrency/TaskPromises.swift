internal import PledgeCore

// Promises whose tasks have a name, a priority, or begin at once.

extension Promise {
  /// Creates a promise for the value that an asynchronous operation returns, in a task with a name
  /// (spec 10.2.6).
  ///
  ///     let user = Promise(taskNamed: "fetch 1", priority: .high) { try await fetch(1) }
  ///
  /// Otherwise the same as ``init(file:line:_:)-(_,_,(())->Value)``.
  ///
  /// - Parameters:
  ///   - name: The name of the task, which debuggers and instruments show where the system supports
  ///     it. For the name that Pledge shows, use ``Future/labeled(_:)``.
  ///   - priority: The priority of the task; if `nil`, that of the caller.
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  ///   - operation: The asynchronous work. If it throws, the promise is rejected with the error.
  public convenience init(
    taskNamed name: String,
    priority: TaskPriority? = nil,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ operation: @escaping @Sendable (()) async throws -> Value
  ) {
    self.init(running: operation, at: Site(file, line), named: name, priority: priority) { run in
      Task(name: name, priority: priority) { await run() }
    }
  }

  /// Creates a promise for the value that an asynchronous operation returns, in a task with a
  /// priority (spec 10.2.6).
  ///
  ///     let user = Promise(priority: .low) { try await fetch(1) }
  ///
  /// Otherwise the same as ``init(file:line:_:)-(_,_,(())->Value)``.
  ///
  /// - Parameters:
  ///   - priority: The priority of the task.
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  ///   - operation: The asynchronous work. If it throws, the promise is rejected with the error.
  public convenience init(
    priority: TaskPriority,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ operation: @escaping @Sendable (()) async throws -> Value
  ) {
    self.init(running: operation, at: Site(file, line), priority: priority) { run in
      Task(priority: priority) { await run() }
    }
  }

  /// Returns a promise for the value that an asynchronous operation returns, in a task that begins
  /// on the calling thread (spec 10.2.7).
  ///
  ///     let user = Promise.immediate { try await fetch(1) }
  ///
  /// `operation` runs until it first suspends before this function returns. Otherwise the same as
  /// ``init(file:line:_:)-(_,_,(())->Value)``.
  ///
  /// - Parameters:
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  ///   - operation: The asynchronous work. If it throws, the promise is rejected with the error.
  /// - Returns: The promise.
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  public static func immediate(
    file: StaticString = #fileID,
    line: UInt = #line,
    _ operation: @escaping @Sendable () async throws -> Value
  ) -> Promise<Value> {
    Promise(running: operation, at: Site(file, line), priority: nil) { run in
      Task.immediate { await run() }
    }
  }
}
