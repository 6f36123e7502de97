/// The task-locals that handlers see as they were when the handler was registered.
///
/// Swift has no way to copy them all, so each is named once by who wants it kept.
@usableFromInline package enum KeptTaskLocals {
  /// Runs a closure with one value bound.
  package typealias Binding = @Sendable (_ body: () -> Void) -> Void

  private static let captures = Locked<[@Sendable () -> Binding]>([])

  /// Whether there are any; one relaxed load.
  @inlinable @inline(__always) package static var areAny: Bool {
    Wishes.current.includeAny(of: .taskLocals)
  }

  /// Has the task-local that `capture` reads kept from now on.
  package static func add(_ capture: @escaping @Sendable () -> Binding) {
    captures.withLock { $0.append(capture) }
    Wishes.taskLocals.begin()
  }

  /// The values of now.
  package static func snapshot() -> [Binding] {
    captures.withLock { $0 }.map { $0() }
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

  /// Runs `body` with all values of a snapshot bound.
  package static func bind(_ snapshot: ArraySlice<Binding>, _ body: () -> Void) {
    guard let binding = snapshot.first else { return body() }
    binding { bind(snapshot.dropFirst(), body) }
  }
}

/// A reaction that sees the task-locals of its registration.
package struct Bound<R: Reaction>: Reaction {
  private let reaction: R
  private let snapshot: [KeptTaskLocals.Binding]

  package init(_ reaction: R) {
    self.reaction = reaction
    self.snapshot = KeptTaskLocals.snapshot()
  }

  package static var verb: Verb { R.verb }
  package static var interest: Interest { R.interest }
  package static var endsDuty: Bool { R.endsDuty }
  package static var hasWill: Bool { R.hasWill }

  package func react(to outcome: Result<R.Input, any Error>) throws -> Reply<R.Output> {
    var answer: Result<Reply<R.Output>, any Error>?
    KeptTaskLocals.bind(snapshot[...]) {
      answer = Result { try reaction.react(to: outcome) }
    }
    guard let answer else { throw CancellationError() }
    return try answer.get()
  }

  package func lastWill() -> Cleanup? {
    guard let will = reaction.lastWill() else { return nil }
    return Cleanup { [snapshot] in KeptTaskLocals.bind(snapshot[...]) { will.run() } }
  }
}
