public import Dispatch
internal import Pledge

extension Promise {
  /// Creates a promise for the result of `body`, which runs asynchronously on `queue`.
  ///
  /// If `body` throws, the promise is rejected.
  @preconcurrency
  public convenience init(
    queue: DispatchQueue = .main,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ body: @escaping @Sendable () throws -> T
  ) {
    self.init(queue: queue, file: file, line: line)
    queue.async { self.core.settle(with: Outcome { UncheckedSendable(try body()) }) }
  }

  /// Creates a promise that `body` settles.
  ///
  /// - Parameters:
  ///   - queue: Where `body` runs, asynchronously, and where the handlers of the promise run.
  ///   - file: The file to report if the promise is broken.
  ///   - line: The line to report if the promise is broken.
  ///   - body: Starts the work and receives the closures that settle the promise. If both closures
  ///     and all references to the promise are released while it is pending, it is broken.
  @preconcurrency
  public convenience init(
    queue: DispatchQueue = .main,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ body:
      @escaping @Sendable (
        _ resolve: @escaping @Sendable (T) -> Void,
        _ reject: @escaping @Sendable (any Error) -> Void
      ) -> Void
  ) {
    self.init(queue: queue, file: file, line: line)
    queue.async { body({ self.resolve($0) }, { self.reject($0) }) }
  }

  /// Same as the initializer whose `body` receives two closures, for work that does not fail.
  @preconcurrency
  public convenience init(
    queue: DispatchQueue = .main,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ body: @escaping @Sendable (@escaping @Sendable (T) -> Void) -> Void
  ) {
    self.init(queue: queue, file: file, line: line)
    queue.async { body { self.resolve($0) } }
  }
}
