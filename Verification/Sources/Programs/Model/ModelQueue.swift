import Pledge

/// A queue of operations (14).
final class ModelQueue: @unchecked Sendable {
  private final class Operation {
    let promise: ModelPromise
    /// Lets the operation start; `nil` if it did not have to wait.
    let turn: ModelResolver?
    /// Whether the closure of the operation is running.
    var isInside = false
    /// Whether the operation's promise was settled while its closure was running.
    var isSettled = false

    init(_ promise: ModelPromise, _ turn: ModelResolver? = nil) {
      self.promise = promise
      self.turn = turn
    }
  }

  private let limit: Int
  private var waiting: [(number: Int, operation: Operation)] = []
  private var running: [Int: Operation] = [:]
  private var count = 0
  var isPaused = false

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
    waiting.append((number, Operation(promise, resolver)))
    promise.slot = (self, number)
    let start = turn.onValue { _ in .follow(try self.run(number, body)) }
    promise.settle(as: start.ensureAtOnce { self.observeEnd(promise, number) })
    proceed()
    return promise
  }

  func isWaiting(_ number: Int) -> Bool {
    waiting.contains { $0.number == number }
  }

  /// The promises of the running operations if they occupy all slots.
  var occupants: [ModelPromise]? {
    running.count < limit ? nil : running.values.map(\.promise)
  }

  func resume() {
    isPaused = false
    proceed()
  }

  /// Discards all operations.
  ///
  /// No waiting operation starts anymore (14.4.5).
  func discardAll() {
    let operations = running.sorted { $0.key < $1.key }.map(\.value) + waiting.map(\.operation)
    waiting = []  // The array retains the operations.
    for operation in operations {
      operation.promise.discard()
      _ = operation.turn?.settle(.failure(Discarding.error))
    }
  }

  private var hasFreeSlot: Bool { !isPaused && running.count < limit }

  /// Runs an operation that does not have to wait: unlike the others, it has no turn, so its
  /// consumers are served one round earlier.
  private func runNow(
    _ number: Int,
    _ promise: ModelPromise,
    _ body: () throws -> ModelPromise
  ) {
    let operation = Operation(promise)
    running[number] = operation
    operation.isInside = true
    let work = ModelNesting.nested { Result { try body() } }
    operation.isInside = false
    switch work {
    case .success(let work):
      guard let outcome = work.outcome else {
        promise.settle(as: work.ensureAtOnce { self.observeEnd(promise, number) })
        break
      }
      work.isHandled = true
      promise.settle(outcome)
      remove(number)
    case .failure(let error):
      promise.settle(.failure(error))
      remove(number)
    }
    proceed()
  }

  private func run(_ number: Int, _ body: () throws -> ModelPromise) throws -> ModelPromise {
    guard let operation = running[number] else { throw Discarding.error }
    operation.isInside = true
    defer { proceed() }
    let work = Result { try body() }
    operation.isInside = false
    if operation.isSettled {
      remove(number)
      detach(try? work.get())
    }
    return try work.get()
  }

  /// Detaches from the promise that the closure returned and handles its rejection.
  private func detach(_ work: ModelPromise?) {
    let stage = work?.onValue { .settle(.success($0)) }
    stage?.observed { _ in }
    stage?.discard()
  }

  /// Observes when the promise of an operation has settled and its handlers have started.
  private func observeEnd(_ promise: ModelPromise, _ number: Int) {
    promise.observed(isIgnored: true) { _ in
      if let operation = self.running[number], operation.isInside {
        operation.isSettled = true
      } else {
        self.remove(number)
      }
      self.proceed()
    }
  }

  /// Removes an operation and releases it after the queue has been changed.
  private func remove(_ number: Int) {
    let operation = running.removeValue(forKey: number)
    let index = waiting.firstIndex { $0.number == number }
    let waiter = index.map { waiting.remove(at: $0) }
    withExtendedLifetime((operation, waiter)) {}
  }

  private func proceed() {
    while hasFreeSlot, !waiting.isEmpty {
      let (number, operation) = waiting.removeFirst()
      running[number] = operation
      _ = operation.turn?.settle(.success(0))
    }
  }
}
