import Pledge

/// A queue of operations (14).
final class ModelQueue: @unchecked Sendable {
  private final class Operation {
    enum State {
      case waiting
      case running
      /// Its closure is running. `isSettled`: its promise was settled in the meantime.
      case inside(isSettled: Bool)
    }

    let promise: ModelPromise
    /// Lets the operation start; `nil` if it did not have to wait.
    let turn: ModelResolver?
    var state: State

    init(_ promise: ModelPromise, _ turn: ModelResolver?, _ state: State) {
      (self.promise, self.turn, self.state) = (promise, turn, state)
    }

    var isWaiting: Bool { if case .waiting = state { true } else { false } }
  }

  private let limit: Int
  /// The operations by their numbers, in which order they start.
  private var operations: [Int: Operation] = [:]
  private var count = 0
  var isPaused = false { didSet { proceed() } }

  init(limit: Int) {
    self.limit = limit
  }

  func add(_ body: @escaping () throws -> ModelPromise) -> ModelPromise {
    let promise = ModelPromise(endsWithConsumers: true)
    let number = count
    count += 1
    if waiting.isEmpty, hasFreeSlot, !ModelNesting.isAtLimit {
      runNow(number, promise, body)
      return promise
    }
    let (turn, resolver) = ModelPromise.pending()
    operations[number] = Operation(promise, resolver, .waiting)
    promise.awaitedQueue = { [weak self] in self?.operations[number]?.isWaiting == true ? self : nil
    }
    let start = turn.onValue { _ in .follow(try self.run(number, body)) }
    promise.settle(as: start.ensure(as: .stop) { self.observeEnd(promise, number) })
    proceed()
    return promise
  }

  /// The promises of the running operations if they occupy all slots.
  var occupants: [ModelPromise]? { running.count < limit ? nil : running.values.map(\.promise) }

  /// Discards all operations.
  ///
  /// No waiting operation starts anymore (14.4.5).
  func discardAll() {
    let all = operations.sorted { $0.key < $1.key }.map(\.value)
    operations = running
    for operation in all {
      operation.promise.discard()
      operation.turn?.promise.settle(.failure(DiscardedError()))
    }
  }

  private var waiting: [Int: Operation] { operations.filter(\.value.isWaiting) }
  private var running: [Int: Operation] { operations.filter { !$0.value.isWaiting } }
  private var hasFreeSlot: Bool { !isPaused && running.count < limit }

  /// Runs an operation that does not have to wait: unlike the others, it has no turn, so its
  /// consumers are served one round earlier.
  private func runNow(
    _ number: Int,
    _ promise: ModelPromise,
    _ body: () throws -> ModelPromise
  ) {
    let operation = Operation(promise, nil, .inside(isSettled: false))
    operations[number] = operation
    let work = ModelNesting.nested { ModelPromise.attempt(body) }
    operation.state = .running
    if let outcome = work.outcome {
      work.isHandled = true
      promise.settle(outcome)
      remove(number)
    } else {
      promise.settle(as: work.ensure(as: .stop) { self.observeEnd(promise, number) })
    }
    proceed()
  }

  private func run(_ number: Int, _ body: () throws -> ModelPromise) throws -> ModelPromise {
    guard let operation = operations[number] else { throw DiscardedError() }
    operation.state = .inside(isSettled: false)
    let work = ModelPromise.attempt(body)
    if case .inside(isSettled: true) = operation.state {
      remove(number)
      detach(work)
    } else {
      operation.state = .running
    }
    proceed()
    return work
  }

  /// Detaches from the promise that the closure returned and handles its rejection.
  private func detach(_ work: ModelPromise) {
    let stage = work.onValue { .settle(.success($0)) }
    stage.observed { _ in }
    stage.discard()
  }

  /// Observes when the promise of an operation has settled and its handlers have started.
  private func observeEnd(_ promise: ModelPromise, _ number: Int) {
    promise.observed(isIgnored: true) { _ in
      if let operation = self.operations[number], case .inside = operation.state {
        operation.state = .inside(isSettled: true)
      } else {
        self.remove(number)
      }
      self.proceed()
    }
  }

  /// Removes an operation and releases it after the queue has been changed.
  private func remove(_ number: Int) {
    withExtendedLifetime(operations.removeValue(forKey: number)) {}
  }

  private func proceed() {
    while hasFreeSlot, let operation = waiting.min(by: { $0.key < $1.key })?.value {
      operation.state = .running
      operation.turn?.promise.settle(.success(0))
    }
  }
}
