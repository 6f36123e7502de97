/// A handler of an outcome that is stored in its consumer as it is, so one of two words costs no
/// allocation.
@usableFromInline package protocol OutcomeHandler<Input>: Sendable {
  associatedtype Input: Sendable

  func handle(_ outcome: Result<Input, any Error>)
}

/// A consumer that is no promise: a handler with nothing derived from it, a member of a group.
extension Cell {
  /// Registers `body`, which runs with the outcome.
  ///
  /// Any thread.
  ///
  /// - Returns: The registration, which ``Node/addDependencies(_:)`` can end; nothing has to keep it.
  @inlinable @discardableResult
  package final func observed(
    by body: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) -> Node {
    observed(with: Observation(body: body))
  }

  /// Registers `handler`, which is called with the outcome.
  ///
  /// Any thread.
  ///
  /// - Returns: The registration; see ``observed(by:)``.
  @inlinable
  package final func observed<Handler: OutcomeHandler>(with handler: Handler) -> Node
  where Handler.Input == Value {
    let observer = Node(
      unwatched: 0,
      upstream: address,  // Not dependent; see `work(for:)`.
      site: .unknown,
      entryPoint: { Cell<Value>.observerEntryPoint($0, $1, Handler.self) }
    )
    observer.put(handler)
    consume(by: observer)
    return observer
  }

  @inlinable
  static func observerEntryPoint<Handler: OutcomeHandler>(
    _ observer: Node,
    _ operation: NodeOperation,
    _: Handler.Type
  ) -> Disposition where Handler.Input == Value {
    if case .identify = operation { return .nothing }
    let handler = observer.take(Handler.self)
    unsafe observer.entryPoint = Node.inert
    if case .resolve(with: let source) = operation { handler.handle(outcome(of: source)) }
    return .nothing
  }
}

@frozen @usableFromInline struct Observation<Value: Sendable>: OutcomeHandler {
  @usableFromInline let body: @Sendable (Result<Value, any Error>) -> Void

  @inlinable init(body: @escaping @Sendable (Result<Value, any Error>) -> Void) {
    self.body = body
  }

  @inlinable func handle(_ outcome: Result<Value, any Error>) {
    body(outcome)
  }
}

extension Cell {
  /// Settles this promise as `source` is settled, and leaves that if it is settled otherwise.
  ///
  /// Any thread. Waiting for itself by that, it is rejected.
  @inlinable package final func settle(as source: Cell<Value>) {
    reportWaiting(for: source)
    let observer = source.observed { outcome in _ = self.settle(with: outcome) }
    addDependencies([observer])
    breakCycle(through: source, by: observer)
  }
}

extension Cell {
  /// Registers `body`, which says whether it has heard of the outcome.
  ///
  /// Any thread.
  ///
  /// - Returns: The registration; nothing has to keep it.
  @discardableResult
  package final func noted(
    by body: @escaping @Sendable (Result<Value, any Error>) -> Bool
  ) -> Node {
    let observer = Node(
      unwatched: 0,
      upstream: address,  // Not dependent; see `work(for:)`.
      site: .unknown,
      entryPoint: { Cell<Value>.noteEntryPoint($0, $1) }
    )
    observer.put(Note(body: CapturedTaskLocals.areAny ? CapturedTaskLocals.binding(body) : body))
    consume(by: observer)
    return observer
  }

  private static func noteEntryPoint(_ observer: Node, _ operation: NodeOperation) -> Disposition {
    if case .identify = operation { return .nothing }
    let note = observer.take(Note<Value>.self)
    unsafe observer.entryPoint = Node.inert
    guard case .resolve(with: let source) = operation else { return .nothing }
    return note.body(outcome(of: source)) ? .nothing : .ignored
  }
}

private struct Note<Value: Sendable>: Sendable {
  let body: @Sendable (Result<Value, any Error>) -> Bool
}
