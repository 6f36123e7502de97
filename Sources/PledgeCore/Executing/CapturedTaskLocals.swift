internal import PledgeSupport

/// The task-locals whose values are captured when a handler is registered, and bound while it runs.
///
/// Swift cannot copy all task-locals, so clients add each one that they need.
@usableFromInline package enum CapturedTaskLocals {
  /// Runs a closure with one value bound.
  ///
  /// A struct, because each pass through an array would wrap a bare closure once more, and all
  /// wrappers are on the stack while a handler runs.
  package struct Binding: Sendable {
    fileprivate let run: @Sendable (_ body: () -> Void) -> Void

    package init(_ run: @escaping @Sendable (_ body: () -> Void) -> Void) {
      self.run = run
    }
  }

  private struct TaskLocalEntry {
    let local: ObjectIdentifier
    let capture: @Sendable () -> Binding
  }

  private static let all = Locked<[TaskLocalEntry]>([])

  /// Whether any task-local is captured; one relaxed load.
  @inlinable @inline(__always) package static var areAny: Bool {
    InstrumentationFlags.current.includeAny(of: .taskLocals)
  }

  /// Captures a task-local from now on.
  ///
  /// A task-local is added only once, because each entry takes stack space in every handler.
  ///
  /// - Parameters:
  ///   - local: The identity of the task-local; `capture` keeps the task-local alive.
  ///   - capture: Captures its current value.
  package static func add(_ local: ObjectIdentifier, _ capture: @escaping @Sendable () -> Binding) {
    all.withLock { all in
      if all.contains(where: { $0.local == local }) { return }
      all.append(TaskLocalEntry(local: local, capture: capture))
    }
    InstrumentationFlags.taskLocals.begin()
  }

  /// Captures the current values.
  package static func snapshot() -> [Binding] {
    all.withLock { $0 }.map { $0.capture() }
  }

  /// Returns a closure that runs `body` with the current values bound.
  static func binding<Input>(
    _ body: @escaping @Sendable (Input, Node) -> Bool
  ) -> @Sendable (Input, Node) -> Bool {
    let values = snapshot()
    return { input, source in bind(values) { body(input, source) } }
  }

  /// Returns a closure that runs `body` with the current values bound, or `body` if there are none.
  @usableFromInline
  package static func keeping<Input, Output>(
    _ body: @escaping @Sendable (Input) throws -> Output
  ) -> @Sendable (Input) throws -> Output {
    guard areAny else { return body }
    let values = snapshot()
    return { input in try bind(values) { Result { try body(input) } }.get() }
  }

  /// Runs `body` with all values of `snapshot` bound.
  ///
  /// Bindings nest, so that many take as much stack as several handlers, and count as such.
  package static func bind<Output>(_ snapshot: [Binding], _ body: () -> Output) -> Output {
    var output: Output?
    Nesting.counting(UInt(snapshot.count / 4)) { bindRest(snapshot[...]) { output = body() } }
    guard let output else { preconditionFailure("a task-local value was bound without its body") }
    return output
  }

  private static func bindRest(_ rest: ArraySlice<Binding>, _ body: () -> Void) {
    guard let binding = rest.first else { return body() }
    binding.run { bindRest(rest.dropFirst(), body) }
  }
}

/// A handler that runs with the task-local values of its registration.
package struct Bound<R: StageHandler>: StageHandler {
  private let handler: R
  private let snapshot: [CapturedTaskLocals.Binding]

  package init(_ handler: R) {
    self.handler = handler
    self.snapshot = CapturedTaskLocals.snapshot()
  }

  package static var operatorID: OperatorID { R.operatorID }
  package static var interest: Interest { R.interest }
  package static var marksHandled: Bool { R.marksHandled }
  package static var hasDeferredCleanup: Bool { R.hasDeferredCleanup }

  package var recipient: Recipient { handler.recipient }

  package func resolve(
    with outcome: Result<R.Input, any Error>,
    from source: Node
  ) throws -> Resolution<R.Output> {
    try CapturedTaskLocals.bind(snapshot) {
      Result { try handler.resolve(with: outcome, from: source) }
    }.get()
  }

  package func deferredCleanup() -> Cleanup? {
    handler.deferredCleanup()?.wrapped { [snapshot] body in
      CapturedTaskLocals.bind(snapshot, body)
    }
  }
}
