internal import PledgeCore

extension Promise {
  /// Calls `body` with a value of this promise that no consumer receives, exactly once.
  ///
  ///     func connect() -> Promise<Connection> {
  ///       Promise { try await Connection.open() }.onUndelivered { $0.close() }
  ///     }
  ///
  /// Declare it where the value is made, before the promise is handed out: a connection that
  /// arrives after a time limit, that loses a race, or that is released with its promise is closed,
  /// and one that a consumer has received is left alone (spec 6.9).
  ///
  /// A consumer receives the value when its handler is called with it, even in `tap` or `observe`,
  /// when it is awaited, and when it is read. Operators that call no closure with the value pass it
  /// on, such as `timeout`, `catch`, `race`, and `all`, and so does `validate`; the value then
  /// waits for the consumers of the promise that they return. A value that `map` makes of this one
  /// needs a declaration of its own, and so does that of a promise that a handler returns.
  ///
  /// Only consumers of this promise, and of promises derived from it, are known: a consumer further
  /// up may have received the same value. `SingleFlight`, `BatchLoader`, `find`, `poll`, `fold`,
  /// `completions()`, and promises of other libraries receive what they are given.
  ///
  /// `body` runs on the thread that releases the last promise for the value, or that settles this
  /// promise too late. To close something on an actor, or with `await`, start a task in `body`.
  /// Several closures run in the reverse order of their declaration. They stay until this promise
  /// is released, so they must not hold it.
  ///
  /// - Parameter body: A closure that disposes of the value, for example, closes a connection.
  /// - Returns: This promise.
  @discardableResult
  public func onUndelivered(_ body: @escaping @Sendable (Value) -> Void) -> Promise<Value> {
    addDisposal(body)
    return self
  }
}

extension Resolver {
  /// Calls `body` with a value of the promise that no consumer receives, exactly once.
  ///
  ///     Promise<Connection> { resolver in
  ///       resolver.onUndelivered { $0.close() }
  ///       sdk.connect { connection in resolver.resolve(connection) }
  ///     }
  ///
  /// This includes values passed to `resolve` after the promise has been settled or discarded
  /// (spec 6.9). Otherwise the same as ``Promise/onUndelivered(_:)``.
  ///
  /// - Parameter body: A closure that disposes of the value. Runs on the thread that releases the
  ///   last promise for the value, or that calls `resolve` too late.
  public func onUndelivered(_ body: @escaping @Sendable (Value) -> Void) {
    producer.promise.addDisposal(body)
  }
}
