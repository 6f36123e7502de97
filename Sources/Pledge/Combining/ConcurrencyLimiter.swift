public import PledgeCore

/// Promises that work for one result, at most so many at a time; the first rejection, or a discard of
/// the result, is the end of all.
///
/// What knows the type of their values is specialised where it is used; who is at work is in the
/// ``RunningSlots``, which does not know it.
@usableFromInline final class ConcurrencyLimiter<Output: Sendable>: Sendable {
  @usableFromInline let runningSlots: RunningSlots
  @usableFromInline let promise: Promise<[Output]>
  /// See ``init(limit:at:proceed:)``.
  @usableFromInline let proceed: @Sendable (ConcurrencyLimiter) -> Void
  @usableFromInline let outputs = Outputs<Output>()

  /// Creates a crew of nobody.
  ///
  /// - Parameters:
  ///   - limit: How many places there are.
  ///   - site: Where the result was asked for.
  ///   - proceed: Adds promises until there is no place; called when there is one again, so never by
  ///     two threads at once.
  @inlinable init(
    limit: Int,
    at site: Site,
    proceed: @escaping @Sendable (ConcurrencyLimiter) -> Void
  ) {
    let runningSlots = RunningSlots(limit: limit)
    self.runningSlots = runningSlots
    self.proceed = proceed
    promise = Promise(discard: Block { runningSlots.detachAll() }, at: site, by: .mapConcurrently)
    runningSlots.work(for: promise)
  }

  /// The outputs of all that are added, in their order.
  @inlinable var result: Promise<[Output]> {
    // A stage leaves its source when it is settled by hand; a root would not stop its work then.
    promise.map { $0 }
  }

  /// Whether there may be more to do.
  @inlinable var isOpen: Bool { promise.isPending }

  /// Adds a promise that is under way.
  ///
  /// - Returns: Whether there is a place for another one; if not, `proceed` is called when there is.
  @inlinable
  func add(_ future: Future<Output>) -> Bool {
    let number = outputs.makeRoom()
    runningSlots.begin(number)
    promise.reportWaiting(for: future)
    let slot = future.stage(
      SlotHandler { outcome in
        switch outcome {
        case .success(let value):
          self.outputs.put(value, at: number)
          self.act(on: self.runningSlots.end(number))
        case .failure(let error):
          self.fail(with: error)
        }
      }
    )
    slot.work(for: promise)
    let hasPlace = runningSlots.keep(slot, number)
    if let cycle = promise.cycle(through: future, by: slot) { fail(in: cycle, closedBy: number) }
    return hasPlace
  }

  /// Has `iteration` add promises: the crew ends as that does, and the other way round.
  func follow(_ iteration: Promise<Void>) {
    let end = iteration.observed { outcome in
      switch outcome {
      case .success: self.close()
      case .failure(let error): self.fail(with: error)
      }
    }
    promise.addDependencies([end])
  }

  /// Nothing more is added.
  @inlinable
  func close() {
    act(on: runningSlots.close())
  }

  @inlinable
  func fail(with error: any Error) {
    // Work stops before anybody hears, as it does everywhere.
    if runningSlots.detachAll() { _ = promise.reject(with: error) }
  }

  /// Rejects the result, which waits for itself through the promise with that number.
  @usableFromInline
  func fail(in cycle: Cycle, closedBy number: Int) {
    // The rejection comes round to that promise, which would otherwise be discarded, and with it the
    // result itself.
    let spared = cycle.returnsToSource ? number : nil
    if runningSlots.detachAll(sparing: spared) {
      _ = promise.reject(with: CycleError(at: cycle.sites))
    }
  }

  @inlinable
  func act(on turn: RunningSlots.Turn) {
    switch turn {
    case .wait: break
    case .proceed: proceed(self)
    case .finish: promise.resolve(outputs.all)
    }
  }
}

/// What a crew does about the end of a promise that works for it.
///
/// The seat ends as that does, so observers do not see a success; it is the crew that hears of the error.
@frozen @usableFromInline struct SlotHandler<Input: Sendable>: StageHandler {
  @usableFromInline let body: @Sendable (Result<Input, any Error>) -> Void

  @inlinable init(_ body: @escaping @Sendable (Result<Input, any Error>) -> Void) {
    self.body = body
  }

  @inlinable static var operatorID: OperatorID { .mapConcurrently }
  @inlinable static var interest: Interest { .both }
  @inlinable static var marksHandled: Bool { true }

  @inlinable func resolve(with outcome: Result<Input, any Error>) throws -> Resolution<Void> {
    body(outcome)
    return Resolution(outcome.map { _ in () })
  }
}

/// What the promises have brought, in the order in which they were added.
@usableFromInline final class Outputs<Output: Sendable>: Sendable {
  @usableFromInline let values = Locked<[Output?]>([])

  @inlinable init() {}

  /// Makes room for one more.
  ///
  /// - Returns: Its number.
  @inlinable func makeRoom() -> Int {
    values.withLock { values in
      values.append(nil)
      return values.count - 1
    }
  }

  @inlinable func put(_ output: Output, at number: Int) {
    values.withLock { $0[number] = output }
  }

  /// All of them, once they are there.
  @inlinable var all: [Output] { values.withLock { $0 }.compactMap(\.self) }
}
