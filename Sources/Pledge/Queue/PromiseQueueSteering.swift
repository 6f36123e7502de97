internal import PledgeCore

// The state of a queue, and its control.

extension PromiseQueue {
  /// The number of operations that have started and not ended.
  ///
  /// Other threads may change it at any time.
  public var running: Int { engine.counts.running }

  /// The number of operations that have not started.
  ///
  /// Other threads may change it at any time.
  public var waiting: Int { engine.counts.waiting }

  /// The maximum number of operations that run at the same time.
  ///
  /// Other threads may change it at any time.
  public var limit: Int { engine.limit }

  /// Changes the limit (spec 14.7).
  ///
  ///     try queue.setLimit(2)
  ///
  /// If the limit is raised, waiting operations start before this method returns, on the calling
  /// thread. If it is lowered, running operations continue, and no other operation starts until
  /// fewer than `limit` are running. Cycles are searched for when an operation starts to wait
  /// (spec 14.1.11): if operations wait for each other only because the limit was lowered, they
  /// wait until it is raised.
  ///
  /// - Parameter limit: The new limit.
  /// - Throws: ``ArgumentError`` if `limit` is less than 1; the old limit then remains.
  public func setLimit(_ limit: Int) throws {
    if let error = Self.error(forLimit: limit) { throw error }
    engine.limit = limit
  }

  /// Whether the queue is paused.
  ///
  /// Other threads may change it at any time.
  public var isPaused: Bool {
    get { engine.isPaused }
    @available(*, unavailable, message: "Use 'pause()' and 'resume()'.") set {}
  }

  /// Stops starting operations until ``resume()`` is called; running operations continue
  /// (spec 14.3).
  public func pause() {
    engine.isPaused = true
  }

  /// Starts waiting operations again (spec 14.3).
  ///
  /// As many operations as there are free slots start before this method returns, on the calling
  /// thread.
  public func resume() {
    engine.isPaused = false
  }

  /// Discards every operation added so far, running ones first (spec 14.4).
  ///
  /// Waiting operations never start. Operations added during this call, for instance by a handler,
  /// are not affected. An operation may call this method; it ends when its closure has returned.
  public func discardAll() {
    engine.discardAll()
  }

  /// Discards every waiting operation; running ones continue (spec 14.4.7).
  ///
  ///     queue.discardWaiting()
  ///     let user = queue.add { load(1) }
  ///
  /// Operations added during this call, for instance by a handler, are not affected.
  public func discardWaiting() {
    engine.discardWaiting()
  }

  /// Changes the priority of a waiting operation (spec 14.7.11).
  ///
  ///     let preview = queue.add { load(1) }
  ///     queue.setPriority(1, of: preview)
  ///
  /// The operation is moved behind the waiting operations that have the priority already. If it has
  /// the priority itself, it keeps its place.
  ///
  /// - Parameters:
  ///   - priority: The new priority; see
  ///     ``add(priority:timeout:file:line:_:)-23i76``.
  ///   - promise: The promise that was returned when the operation was added.
  /// - Returns: Whether the operation was waiting. If `false`, it has started or ended, or
  ///   `promise` does not belong to an operation of this queue.
  /// - Complexity: O(*n*), where *n* is the number of waiting operations.
  @discardableResult
  public func setPriority<Value>(_ priority: Int, of promise: Future<Value>) -> Bool {
    engine.setPriority(priority, of: promise)
  }

  /// Returns a promise that is fulfilled once no operation is waiting or running (spec 14.5).
  ///
  ///     try await queue.drained().value
  ///
  /// The promise is fulfilled immediately if that is already the case. The promises of all
  /// operations are settled by then. A paused queue with waiting operations is not drained; an
  /// empty paused queue is.
  ///
  /// - Parameters:
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  /// - Returns: The promise. Discarding it does not affect any operation.
  public func drained(file: StaticString = #fileID, line: UInt = #line) -> Promise<Void> {
    engine.drained(at: Site(file, line))
  }
}
