public import PledgeCore
public import PledgeSupport

/// Combines promises into one result, with a limit on how many are pending at the same time.
///
/// The first rejection, or a discard of the result, detaches the limiter from every promise.
///
/// This type is generic over the values and is specialized where it is used. ``RunningSlots`` keeps
/// track of the running promises and is not generic.
@usableFromInline final class ConcurrencyLimiter<Output: Sendable>: Sendable {
  @usableFromInline let runningSlots: RunningSlots
  @usableFromInline let promise: Promise<[Output]>
  /// The closure that adds promises; see ``init(limit:at:proceed:)``.
  @usableFromInline let proceed: @Sendable (ConcurrencyLimiter) -> Void
  @usableFromInline let outputs = Outputs<Output>()

  /// Creates a limiter without promises.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of pending promises.
  ///   - site: Where the result was requested.
  ///   - proceed: A closure that adds promises until no slot is free. It is called when a slot is
  ///     free again, and therefore never by two threads at once.
  @inlinable init(
    limit: Int,
    at site: Site,
    proceed: @escaping @Sendable (ConcurrencyLimiter) -> Void
  ) {
    let runningSlots = RunningSlots(limit: limit)
    self.runningSlots = runningSlots
    self.proceed = proceed
    promise = Promise(
      discard: Block { runningSlots.detachAll() },
      at: site,
      by: .members
    )
    runningSlots.work(for: promise)
  }

  /// A promise for the outputs of all added promises, in order.
  @inlinable var result: Promise<[Output]> {
    // A stage that is settled explicitly detaches from its source, so the work stops. Settling
    // `promise`, a root, would not stop it.
    promise.stage(Passing())
  }

  /// Whether the result is still pending, so that promises may be added.
  @inlinable var isOpen: Bool { promise.isPending }

  /// Adds a running promise.
  ///
  /// - Returns: Whether a slot is free for another one. If not, `proceed` is called when there is
  ///   one.
  @inlinable
  func add(_ future: Future<Output>) -> Bool {
    let number = outputs.makeRoom()
    runningSlots.begin(number)
    promise.reportWaiting(for: future)
    let stage = future.stage(SlotHandler(limiter: self, number: number))
    stage.work(for: promise)
    let hasFreeSlot = runningSlots.keep(stage, number)
    if let cycle = promise.cycle(through: future, by: stage) { fail(in: cycle, closedBy: number) }
    return hasFreeSlot
  }

  /// Stores the value of a promise, or fails.
  @inlinable func receive(_ outcome: Result<Output, any Error>, of number: Int, from source: Node) {
    switch outcome {
    case .success(let value):
      outputs.put(value, at: number)
      act(on: runningSlots.end(number))
    case .failure(let error):
      fail(with: error, from: source)
    }
  }

  /// Closes this limiter when `iteration`, which adds the promises, is fulfilled, and fails if it
  /// is rejected.
  ///
  /// When the result settles, it detaches from `iteration`.
  func follow(_ iteration: Promise<Void>) {
    let end = iteration.observed { outcome in
      switch outcome {
      case .success: self.close()
      case .failure(let error): self.fail(with: error)
      }
    }
    promise.addDependencies(.one(end))
  }

  /// Declares that no more promises will be added.
  @inlinable
  func close() {
    act(on: runningSlots.close())
  }

  @inlinable
  func fail(with error: any Error, from source: Node? = nil) {
    // As everywhere, work is stopped before handlers are called.
    guard runningSlots.detachAll() else { return }
    if let source {
      _ = promise.tryReject(with: error, from: source)
    } else {
      _ = promise.tryReject(with: error)
    }
  }

  /// Rejects the result because it waits for itself through the promise with the given number.
  @usableFromInline
  func fail(in cycle: Cycle, closedBy number: Int) {
    // The rejection reaches the promise with that number through the cycle. Detaching from that
    // promise would discard it and, with it, the result.
    let spared = cycle.returnsToSource ? number : nil
    if runningSlots.detachAll(sparing: spared) {
      _ = promise.tryReject(with: CycleError(at: cycle.sites))
    }
  }

  @inlinable
  func act(on turn: RunningSlots.Turn) {
    switch turn {
    case .wait: break
    case .proceed: proceed(self)
    case .finish: _ = promise.tryFulfill(collected: outputs.all)
    }
  }
}

/// A handler that passes the outcome of a running promise to the limiter.
///
/// The stage settles with the same outcome, so observers do not see a rejection as a success. The
/// limiter handles the error.
@frozen @usableFromInline struct SlotHandler<Input: Sendable>: StageHandler {
  @usableFromInline let limiter: ConcurrencyLimiter<Input>
  @usableFromInline let number: Int

  @inlinable init(limiter: ConcurrencyLimiter<Input>, number: Int) {
    self.limiter = limiter
    self.number = number
  }

  @inlinable var recipient: Recipient { .collection(limiter.promise) }

  @inlinable static var operatorID: OperatorID { .step }
  @inlinable static var interest: Interest { .both }
  @inlinable static var marksHandled: Bool { true }

  @inlinable func resolve(
    with outcome: Result<Input, any Error>,
    from source: Node
  ) throws -> Resolution<Void> {
    limiter.receive(outcome, of: number, from: source)
    return Resolution(outcome.map { _ in () })
  }
}

/// A handler that passes the outcome on.
@frozen @usableFromInline struct Passing<Value: Sendable>: PlainStageHandler {
  @inlinable init() {}

  @inlinable var recipient: Recipient { .derived }

  @inlinable static var operatorID: OperatorID { .mapConcurrently }

  @inlinable func resolve(with outcome: Result<Value, any Error>) throws -> Resolution<Value> {
    Resolution(outcome)
  }
}

/// The outputs of the promises, in the order in which the promises were added.
@usableFromInline final class Outputs<Output: Sendable>: Sendable {
  @usableFromInline let values = Locked<[Output?]>([])

  @inlinable init() {}

  /// Makes room for one more output.
  ///
  /// - Returns: The number of the output.
  @inlinable func makeRoom() -> Int {
    values.withLock { values in
      values.append(nil)
      return values.count - 1
    }
  }

  @inlinable func put(_ output: Output, at number: Int) {
    values.withLock { $0[number] = output }
  }

  /// All outputs, once every promise is fulfilled.
  @inlinable var all: [Output] { values.withLock { $0 }.compactMap(\.self) }
}
