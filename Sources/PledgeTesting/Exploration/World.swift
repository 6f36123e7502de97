public import Pledge
internal import PledgeSupport

extension Exploration {
  /// The contexts, the clock, and the fakes of one ordering, whose events happen in ``run()``.
  ///
  ///     try explore { world in
  ///       let user = world.pending(User.self, .value(guest), .error(Missing()), .never)
  ///       let name = user.timeout(after: .seconds(5), clock: world.clock)
  ///         .map(on: world.context("main")) { $0.name }
  ///         .replaceError(with: "unknown")
  ///       world.run()
  ///       world.expect(name.isFulfilled, "no name")
  ///     }
  ///
  /// Give these to the code under test in place of queues, clocks, and services. Everything but the
  /// parts of tasks happens on the thread that explores.
  public final class World: Sendable {
    let state: Locked<WorldState>
    let watch: Watch
    /// Whether the steps are described.
    let isTracing: Bool

    /// The runtime's number of the newest task that is not one of the world.
    let newestOtherTask: UInt64
    /// The threads that run parts of tasks; `nil` where only the one that explores does.
    let turns: Turns?

    init(
      _ state: WorldState,
      _ watch: Watch,
      _ takeover: RuntimeHooks.Takeover,
      isTracing: Bool
    ) {
      self.state = Locked(state)
      self.watch = watch
      self.isTracing = isTracing
      newestOtherTask = takeover.newestOtherTask
      turns = takeover.turns
    }

    /// Returns the context with a name, whose jobs run in order, one at a time.
    ///
    /// If the jobs share nothing with other events, an exhaustive exploration tries fewer
    /// orderings: for a job that starts nothing, only one of those that differ in its position. A
    /// job that starts something, such as a handler on another context, is tried in all positions.
    ///
    ///     try explore { world in
    ///       for name in ["left", "right"] {
    ///         for _ in 1...10 { world.context(name, isIndependent: true).run { note(name) } }
    ///       }
    ///       world.run()
    ///     }
    ///
    /// - Parameters:
    ///   - name: The name; the same one always stands for the same context.
    ///   - isIndependent: Whether the jobs neither read nor change anything that other events
    ///     change or read, such as a variable, a promise, or the time. This is not checked. Once it
    ///     is independent, a context stays so.
    /// - Returns: The context.
    public func context(_ name: String, isIndependent: Bool = false) -> WorldContext {
      watch.state.withLock { $0.noteContext(name) }
      let index = state.withLock { state in
        let index = state.agenda.context(named: name)
        if isIndependent { state.agenda.contexts[index].isIndependent = true }
        return index
      }
      return WorldContext(world: self, index: index)
    }

    /// The clock, which starts at zero and moves from timer to timer.
    ///
    /// Timers fire in the order of their deadlines, and those with equal deadlines in any order.
    /// Jobs and answers can come after any timer, and then happen at its time: there are no
    /// orderings in which they happen at a time between two timers.
    public var clock: WorldClock { WorldClock(world: self) }

    /// Returns a promise that the world settles with one of `outcomes`, at any time.
    ///
    /// It stands for a request that can be stopped: it is discarded when its last consumer
    /// detaches, and has no further events once it is settled in any way.
    ///
    ///     func fakeUser(_ id: Int, in world: Exploration.World) -> Promise<User> {
    ///       let user = User(id: id, name: "Ada")
    ///       return world.pending(User.self, .value(user), .error(Missing()), label: "user \(id)")
    ///     }
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - outcomes: The outcomes to try. With ``Outcome/never``, the promise may stay pending. If
    ///     there are none, it always does.
    ///   - label: A name shown in the steps of an ordering.
    ///   - file: The source file shown in diagnostics.
    ///   - line: The source line shown in diagnostics.
    /// - Returns: The promise.
    public func pending<Value: Sendable>(
      _ type: Value.Type = Value.self,
      _ outcomes: Outcome<Value>...,
      label: String? = nil,
      file: StaticString = #fileID,
      line: UInt = #line
    ) -> Promise<Value> {
      let promise = Promise<Value>(discard: {}, file: file, line: line)
      watch.noteFake(promise, label: label)
      // A loop, because generic algorithms look up their types anew for each promise.
      var works: [Agenda.Work] = []
      for outcome in outcomes {
        switch outcome {
        case .value(let value): works.append { promise.resolve(value) }
        case .error(let error): works.append { promise.settle(with: .failure(error)) }
        case .never: continue
        }
      }
      add(
        Agenda.Pending(
          label: label,
          outcomes: works,
          isOptional: works.count < outcomes.count || works.isEmpty,
          isPending: { promise.isPending },
          description: { (label.map { "\($0): " } ?? "") + promise.debugDescription },
          discard: { promise.discard() },
          hasConsumers: { promise.currentConsumerCount > 0 }
        )
      )
      return promise
    }

    /// Lets the world discard the promises in `bag` at any time, or not at all.
    ///
    /// - Parameters:
    ///   - bag: The bag; the world keeps it.
    ///   - label: A name shown in the steps of an ordering.
    public func discardAtAnyTime(_ bag: DiscardBag, label: String = "the bag") {
      add(Agenda.Pending(label, isPending: { true }, discard: { bag.discardAll() }))
    }

    /// Lets the world discard `promise` at any time while it is pending, or not at all.
    ///
    /// - Parameters:
    ///   - promise: The promise; the world keeps it.
    ///   - label: A name shown in the steps of an ordering.
    public func discardAtAnyTime<Value>(_ promise: Promise<Value>, label: String = "a promise") {
      add(
        Agenda.Pending(label, isPending: { promise.isPending }, discard: { promise.discard() })
      )
    }

    /// Fails the ordering if `condition` is false; works in every test framework.
    ///
    /// - Parameters:
    ///   - condition: The condition.
    ///   - comment: The text of the failure.
    ///   - file: The source file shown in the failure.
    ///   - line: The source line shown in the failure.
    public func expect(
      _ condition: Bool,
      _ comment: @autoclosure () -> String = "the expectation is not met",
      file: StaticString = #fileID,
      line: UInt = #line
    ) {
      if condition { return }
      let problem = "\(comment()) (\(file):\(line))"
      state.withLock { $0.problems.append(problem) }
    }
  }

  /// An outcome of a promise that a ``World`` settles.
  public enum Outcome<Value: Sendable>: Sendable {
    /// The promise is fulfilled with the value.
    case value(Value)
    /// The promise is rejected with the error.
    case error(any Error)
    /// The promise stays pending.
    case never
  }
}

extension Exploration.World {
  /// Runs everything that is due, in the order that is being tried: jobs, timers, and answers,
  /// until only optional ones remain.
  ///
  /// Time advances as far as the timers require. The calls of one body share its ordering, so a
  /// body can act between them. What it starts after the last call is not explored: jobs with a
  /// name, answers that are awaited, and timers fail the ordering then. Code that never ends, such
  /// as a periodic timer that is not discarded, fails after 10,000 steps, or 100,000 points.
  @available(*, noasync, message: "Await 'runUntilIdle()' instead.")
  public func run() {
    guard state.withLock({ $0.begin() }) else { return expect(false, "run() was called by a job") }
    repeat {
      takeTurns()
    } while resumeWaiters()
    let hasReachedLimit = state.withLock { state in
      state.isRunning = false
      return state.hasReachedLimit
    }
    // At the limit, pending promises are no problem of their own.
    if !hasReachedLimit { watch.state.withLock { $0.noteEndOfRun() } }
  }
}

extension Agenda.Pending {
  /// A discard that may happen.
  init(
    _ label: String,
    isPending: @escaping @Sendable () -> Bool,
    discard: @escaping Agenda.Work
  ) {
    self.init(
      label: label,
      outcomes: [discard],
      isOptional: true,
      isDiscard: true,
      isPending: isPending,
      description: { label },
      discard: {},
      hasConsumers: { false }
    )
  }
}
