/// A handler of an outcome, stored inline in its consumer: a handler of up to two words costs no
/// allocation.
@usableFromInline package protocol OutcomeHandler<Input>: Sendable {
  associatedtype Input: Sendable

  /// Whether the handler passes a value on to a promise; otherwise, it receives it.
  static var passesValue: Bool { get }

  /// Whether the outcome still matters; if not, a lazy promise is not started for it.
  var isNeeded: Bool { get }

  /// Handles the outcome of `source`.
  func handle(_ outcome: Result<Input, any Error>, from source: Node)

  /// Does so, and returns whether that handles a rejection.
  func handles(_ outcome: Result<Input, any Error>, from source: Node) -> Bool
}

extension OutcomeHandler {
  @inlinable package static var passesValue: Bool { true }
  @inlinable package var isNeeded: Bool { true }
  @inlinable
  package func handles(_ outcome: Result<Input, any Error>, from source: Node) -> Bool {
    handle(outcome, from: source)
    return true
  }
}

/// Consumers that are not promises: handlers without a derived promise, and members of a group.
extension Cell {
  /// Registers `body` to run with the outcome.
  ///
  /// Callable from any thread.
  ///
  /// - Returns: The registration. It need not be retained; as one of the dependencies of a node
  ///   (see ``Node/addDependencies(_:mayBeStage:)``), it ends when that node is settled.
  @inlinable @discardableResult
  package final func observed(
    by body: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) -> Node {
    observed(with: Observation(body: body))
  }

  /// Registers `handler` to handle the outcome.
  ///
  /// Callable from any thread.
  ///
  /// - Returns: The registration; see ``observed(by:)``.
  @inlinable
  package final func observed<Handler: OutcomeHandler>(with handler: Handler) -> Node
  where Handler.Input == Value {
    // The state, too, since a stage that has detached may look lazy.
    if isLazy, state.loadRelaxed().isUnclaimed, !handler.isNeeded { return .finishedObserver }
    let observer = Node(
      uninstrumented: .pending,
      upstream: .observer(of: address),  // Not dependent; see `work(for:)`.
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
    if operation.isQuery { return .nothing }
    let handler = observer.take(Handler.self)
    unsafe observer.entryPoint = Node.inert
    guard case .resolve(with: let source) = operation else { return .nothing }
    let outcome = Handler.passesValue ? outcome(of: source) : received(from: source)
    return handler.handles(outcome, from: source) ? .nothing : .ignored
  }
}

extension Node {
  /// An observer that has ended.
  @usableFromInline static var finishedObserver: Node {
    Node(uninstrumented: .finished, upstream: .root, site: .unknown, entryPoint: Node.inert)
  }
}

@frozen @usableFromInline struct Observation<Value: Sendable>: OutcomeHandler {
  @usableFromInline let body: @Sendable (Result<Value, any Error>) -> Void

  @inlinable init(body: @escaping @Sendable (Result<Value, any Error>) -> Void) {
    self.body = body
  }

  @inlinable static var passesValue: Bool { false }

  @inlinable func handle(_ outcome: Result<Value, any Error>, from _: Node) {
    body(outcome)
  }
}

extension Cell {
  /// Registers `body` to run with the outcome; `body` returns whether it handled a
  /// rejection, or received a value.
  ///
  /// Callable from any thread.
  ///
  /// - Returns: The registration. It need not be retained.
  @discardableResult
  package final func noted(
    by body: @escaping @Sendable (Result<Value, any Error>, Node) -> Bool
  ) -> Node {
    let body = CapturedTaskLocals.areAny ? CapturedTaskLocals.binding(body) : body
    return observed(with: SelectiveObservation(body: body))
  }
}

private struct SelectiveObservation<Value: Sendable>: OutcomeHandler {
  let body: @Sendable (Result<Value, any Error>, Node) -> Bool

  func handle(_ outcome: Result<Value, any Error>, from source: Node) {
    _ = handles(outcome, from: source)
  }

  func handles(_ outcome: Result<Value, any Error>, from source: Node) -> Bool {
    let isHandled = body(outcome, source)
    if isHandled { source.markReceived() }
    return isHandled
  }
}
