/// The task-locals that handlers see as they were when the handler was registered.
///
/// Swift has no way to copy them all, so each is named once by who wants it kept.
@usableFromInline package enum CapturedTaskLocals {
  /// Runs a closure with one value bound.
  ///
  /// A struct: a bare closure is wrapped when it goes through an array, once more each time, and all of
  /// that is on the stack while a handler runs.
  package struct Binding: Sendable {
    fileprivate let run: @Sendable (_ body: () -> Void) -> Void

    package init(_ run: @escaping @Sendable (_ body: () -> Void) -> Void) {
      self.run = run
    }
  }

  private struct Kept {
    let local: ObjectIdentifier
    let capture: @Sendable () -> Binding
  }

  private static let all = Locked<[Kept]>([])

  /// Whether there are any; one relaxed load.
  @inlinable @inline(__always) package static var areAny: Bool {
    InstrumentationFlags.current.includeAny(of: .taskLocals)
  }

  /// Has a task-local kept from now on, unless it is already: each one takes stack in every handler.
  ///
  /// - Parameters:
  ///   - local: The task-local, which `capture` keeps alive.
  ///   - capture: Reads it.
  package static func add(_ local: ObjectIdentifier, _ capture: @escaping @Sendable () -> Binding) {
    all.withLock { all in
      if all.contains(where: { $0.local == local }) { return }
      all.append(Kept(local: local, capture: capture))
    }
    InstrumentationFlags.taskLocals.begin()
  }

  /// The values of now.
  package static func snapshot() -> [Binding] {
    all.withLock { $0 }.map { $0.capture() }
  }

  /// The same closure, which sees the values of now when it runs.
  static func binding<Input>(
    _ body: @escaping @Sendable (Input) -> Bool
  ) -> @Sendable (Input) -> Bool {
    let values = snapshot()
    return { input in
      var answer = false
      bind(values[...]) { answer = body(input) }
      return answer
    }
  }

  /// Returns `body`, which sees the values of now when it runs.
  @usableFromInline
  package static func keeping<Input, Output>(
    _ body: @escaping @Sendable (Input) throws -> Output
  ) -> @Sendable (Input) throws -> Output {
    guard areAny else { return body }
    let values = snapshot()
    return { input in
      var answer: Result<Output, any Error>?
      bind(values[...]) { answer = Result { try body(input) } }
      guard let answer else { throw CancellationError() }
      return try answer.get()
    }
  }

  /// Runs `body` with all values of a snapshot bound.
  package static func bind(_ snapshot: ArraySlice<Binding>, _ body: () -> Void) {
    guard let binding = snapshot.first else { return body() }
    binding.run { bind(snapshot.dropFirst(), body) }
  }
}

/// A handler that sees the task-locals of its registration.
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

  package func resolve(with outcome: Result<R.Input, any Error>) throws -> Resolution<R.Output> {
    var answer: Result<Resolution<R.Output>, any Error>?
    CapturedTaskLocals.bind(snapshot[...]) {
      answer = Result { try handler.resolve(with: outcome) }
    }
    guard let answer else { throw CancellationError() }
    return try answer.get()
  }

  package func deferredCleanup() -> Cleanup? {
    guard let cleanup = handler.deferredCleanup() else { return nil }
    return Cleanup { [snapshot] in CapturedTaskLocals.bind(snapshot[...]) { cleanup.run() } }
  }
}
