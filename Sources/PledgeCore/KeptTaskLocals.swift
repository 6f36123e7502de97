/// The task-locals that handlers see as they were when the handler was registered.
///
/// Swift has no way to copy them all, so each is named once by who wants it kept.
@usableFromInline package enum KeptTaskLocals {
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
    Wishes.current.includeAny(of: .taskLocals)
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
    Wishes.taskLocals.begin()
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
