internal import Dispatch
internal import Pledge
internal import PledgeSupport

/// The state shared by a promise and the closures that settle it.
///
/// Everything runs in blocks on the promise's queue, so handlers never nest.
final class Core<T>: Sendable {
  let queue: DispatchQueue
  private let ledger: Locked<Ledger<T>>

  /// - Parameters:
  ///   - queue: The queue on which the promise is settled and its handlers run.
  ///   - state: The initial state.
  ///   - place: The creation site, reported if the promise is broken.
  init(queue: DispatchQueue, state: State<T>, place: Place) {
    self.queue = queue
    let state = UncheckedSendable(state)
    ledger = Locked(Ledger(state, place: place))
  }

  deinit {
    // Nothing can settle the promise any more, and it has consumers.
    guard let (handlers, origin) = ledger.withLock({ $0.takeBroken() }) else { return }
    queue.async {
      switch origin {
      case .place(let place):
        let error = reportedError(at: place)
        if let brokenPromise = BrokenPromise(error) {
          handlers.forward(brokenPromise)
        } else {
          handlers.run(with: .failure(error))
        }
      case .brokenPromise(let brokenPromise): handlers.forward(brokenPromise)
      }
    }
  }

  var state: State<T> { ledger.withLock { $0.state } }

  /// Settles the promise on its queue, if it is pending at the time of the call.
  ///
  /// A second call before the queue has run the first one counts, too: the last state stays. A
  /// broken promise as the result settles nothing: deallocating this promise then breaks its
  /// consumers.
  func settle(_ result: Result<T, any Error>) {
    guard state.isPending else { return }
    if let brokenPromise = result.brokenPromise {
      return ledger.withLock { $0.recordBrokenSource(brokenPromise) }
    }
    let result = UncheckedSendable(result)
    queue.async { [self] in
      let state = UncheckedSendable(State(result.value))
      let (handlers, _) = ledger.withLock { $0.settle(state) }
      handlers.run(with: result.value)
    }
  }

  /// Adds a handler that runs on the queue.
  ///
  /// - Parameters:
  ///   - group: The group of the handler; it determines the order.
  ///   - handler: Receives the result.
  /// - Returns: The number of the handler, by which an observer can be removed.
  @discardableResult
  func add(to group: Handlers<T>.Group, _ handler: Handler<T>) -> Int {
    let (number, isDue) = ledger.withLock { $0.add(handler, to: group) }
    if isDue { queue.async { [self] in runDue() } }
    return number
  }

  /// Same as ``add(to:_:)``, for derived promises, which also receive a ``BrokenPromise``.
  @discardableResult
  func observe(_ handler: @escaping @Sendable (Result<T, any Error>) -> Void) -> Int {
    add(to: .observer, .result(handler))
  }

  func removeObserver(_ number: Int) {
    _ = ledger.withLock { $0.removeObserver(number) }
  }

  /// Settles `next` with the output of `body`, which runs on `queue`, or with the error that it
  /// throws.
  func derive<U>(
    _ next: Core<U>,
    on queue: DispatchQueue,
    _ body: @escaping @Sendable (Result<T, any Error>) throws -> U
  ) {
    observe { result in
      if let brokenPromise = result.brokenPromise { return next.settle(.failure(brokenPromise)) }
      let result = UncheckedSendable(result)
      queue.async { next.settle(Result { try body(result.value) }) }
    }
  }

  /// Settles `next` like the promise that `body` returns.
  ///
  /// `body` runs on `queue`.
  func deriveFlat<U>(
    _ next: Core<U>,
    on queue: DispatchQueue,
    _ body: @escaping @Sendable (Result<T, any Error>) throws -> Promise<U>
  ) {
    observe { result in
      if let brokenPromise = result.brokenPromise { return next.settle(.failure(brokenPromise)) }
      let result = UncheckedSendable(result)
      queue.async {
        do {
          try body(result.value).core.observe { next.settle($0) }
        } catch {
          next.settle(.failure(error))
        }
      }
    }
  }

  private func runDue() {
    guard let (result, handlers) = ledger.withLock({ $0.takeDue() }) else { return }
    handlers.run(with: result)
  }
}

/// Returns the error of a broken promise, after Pledge has reported it.
private func reportedError(at place: Place) -> any Error {
  let (broken, resolver) = Pledge.Promise<Void>.pending(file: place.file, line: place.line)
  let handled = Locked<any Error>(DiscardedError())
  broken.observe { outcome in
    if case .failure(let error) = outcome { handled.withLock { $0 = error } }
  }
  _ = consume resolver
  return handled.withLock { $0 }
}
