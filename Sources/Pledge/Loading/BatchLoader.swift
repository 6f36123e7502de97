public import PledgeCore
public import PledgeSupport

/// Loads the values of several keys together (spec 19).
///
///     let userLoader = BatchLoader<Int, User>(window: .milliseconds(5), maxBatchSize: 50) { ids in
///       all(ids.map { load($0) }).map { users in
///         Dictionary(uniqueKeysWithValues: users.map { ($0.id, $0) })
///       }
///     }
///     let both = all(userLoader.value(for: 1), userLoader.value(for: 2))
///
/// The requests for single keys are collected. The batch is sent, by a call of the closure with
/// all its keys, when the window ends, which begins with the first request, when the batch has
/// `maxBatchSize` keys, or on ``flush()``. Later requests form the next batch.
///
/// **Keys.** Requests for the same key in one batch share one place in the batch. The closure
/// returns a value for every key. A request whose key is missing is rejected with
/// ``MissingKeyError``. If the closure returns a key that was not requested, all requests of the
/// batch are rejected with ``ArgumentError``. If it fails, they are rejected with its error.
///
/// **Waiters.** Each request has a promise of its own. A request detaches from the batch when its
/// promise is discarded, settled explicitly, or loses its last consumer. Before the batch is sent,
/// this removes the key, if no other request needs it; a batch without keys is never sent. When the
/// last request detaches from a batch that was sent, the work of the batch is discarded.
///
/// **Cycles.** A batch counts as waiting for everything that the closure, or a task that it starts,
/// requests from a loader or a ``SingleFlight``. A request that would make a batch wait for itself
/// is rejected with ``CycleError`` (spec 19.2.5). To prefetch a value, use a detached task.
///
/// **Caching.** Nothing is cached: a key that is requested after its batch was sent is in the next
/// batch. Combine a loader with a cache, which also shares loads in progress:
///
///     let cache = SingleFlight<Int, User>(expiry: .seconds(60))
///     let user = cache.value(for: 3) { userLoader.value(for: 3) }
///
/// A loader can be used from any thread. A loader that is released still sends its batch. The `==`
/// and `hash(into:)` of keys run under a lock and must not use the same loader.
public final class BatchLoader<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  @usableFromInline typealias Batch = SharedBatch<Key, Value>

  @usableFromInline let table: Locked<BatchTable<Key, Batch>>
  @usableFromInline let argumentError: ArgumentError?
  /// Starts a timer for the window.
  @usableFromInline let startTimer: @Sendable () -> Promise<Void>
  @usableFromInline let load: @Sendable ([Key]) throws -> Future<[Key: Value]>

  /// Creates a loader.
  ///
  /// - Parameters:
  ///   - window: The time for which requests are collected, measured from the first request of a
  ///     batch. If it is zero, each request is sent immediately, alone. If it is negative, every
  ///     request is rejected with ``ArgumentError``.
  ///   - maxBatchSize: The number of different keys with which a batch is sent immediately; `nil`
  ///     for no maximum. If it is less than 1, every request is rejected with ``ArgumentError``.
  ///   - clock: The clock that measures the window. If its `sleep` throws, the requests of the
  ///     batch are rejected with its error.
  ///   - load: A closure that starts to load the given keys, which are different, and in the order
  ///     in which they were first requested. Runs on the thread that fills or flushes the batch, or
  ///     on a thread of the clock. If it throws, the batch has failed.
  public init(
    window: Duration,
    maxBatchSize: Int? = nil,
    clock: any Clock<Duration> = ContinuousClock(),
    _ load: @escaping @isolated(any) @Sendable ([Key]) throws -> Future<[Key: Value]>
  ) {
    argumentError =
      if window < .zero {
        ArgumentError("BatchLoader(window: \(window)): window must not be negative")
      } else if let maxBatchSize, maxBatchSize < 1 {
        ArgumentError("BatchLoader(maxBatchSize: \(maxBatchSize)): maxBatchSize must be at least 1")
      } else {
        nil
      }
    // Without a window, each request is a batch of its own.
    table = Locked(BatchTable(maxBatchSize: window > .zero ? (maxBatchSize ?? .max) : 1))
    startTimer = { Promise.sleeping(for: window, on: clock) }
    self.load = onItsActor(load)
  }

  /// Creates a loader that loads each batch in a task of its own (spec 10.2.5).
  ///
  ///     let userLoader = BatchLoader<Int, User>(window: .milliseconds(5)) { ids in
  ///       let users = try await all(ids.map { load($0) }).value
  ///       return Dictionary(uniqueKeysWithValues: users.map { ($0.id, $0) })
  ///     }
  ///
  /// Otherwise the same as the form whose `load` returns a promise. The task is canceled when no
  /// request needs the batch any longer.
  ///
  /// - Parameters:
  ///   - window: The time to collect keys; see the other form.
  ///   - maxBatchSize: The maximum number of keys in a batch; see the other form.
  ///   - clock: The clock that measures the window; see ``after(_:clock:file:line:)``.
  ///   - load: The asynchronous work for the keys of a batch. If it throws, the batch has failed.
  @_disfavoredOverload
  public convenience init(
    window: Duration,
    maxBatchSize: Int? = nil,
    clock: any Clock<Duration> = ContinuousClock(),
    _ load: @escaping @Sendable ([Key]) async throws -> [Key: Value]
  ) {
    self.init(window: window, maxBatchSize: maxBatchSize, clock: clock) { keys in
      Promise(running: { _ in try await load(keys) }, at: .unknown)
    }
  }

  /// Returns a promise for the value of a key, which is loaded with the next batch (spec 19.1).
  ///
  ///     let user = try await userLoader.value(for: 1).value
  ///
  /// - Parameters:
  ///   - key: The key to load.
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  /// - Returns: A new promise, which does not affect other requests when it is discarded.
  @inlinable
  public func value(
    for key: Key,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<Value> {
    if let argumentError { return Promise(error: argumentError, file: file, line: line) }
    let answer = ask(for: key, at: Site(file, line))
    let batch = answer.batch
    let waiter = batch.load.wait(on: batch.promise, by: BatchWaiter(batch: batch, key: key))
    if let shipment = answer.shipment {
      send(shipment)
    } else if answer.isNew {
      wait(for: batch)
    }
    return waiter
  }

  /// Sends the requests that wait for a batch, if there are any, before this method returns.
  ///
  ///     userLoader.flush()
  @inlinable
  public func flush() {
    if let shipment = table.withLock({ $0.send() }) { send(shipment) }
  }
}

// MARK: - Batches

extension BatchLoader {
  @inlinable
  func ask(for key: Key, at site: Site) -> BatchTable<Key, Batch>.Answer {
    if let answer = table.withLock({ $0.ask(for: key) }) { return answer }
    // Not created under the lock: creating an observed promise may release other promises.
    let batch = Batch(of: self, promise: Promise(pendingAt: site, by: .batch))
    return table.withLock { $0.ask(for: key, orStart: batch) }
  }

  @inlinable
  func wait(for batch: Batch) {
    let timer = startTimer()
    timer.observed { outcome in
      guard let shipment = self.table.withLock({ $0.send(batch) }) else { return }
      switch outcome {
      case .success: self.send(shipment)
      case .failure(let error): self.end(batch, with: .failure(error))
      }
    }
    if !table.withLock({ $0.keep(timer, of: batch) }) { timer.discard() }
  }

  @inlinable
  func detach(from batch: Batch, _ key: Key) {
    let detachment = table.withLock { $0.detach(from: batch, key) }
    detachment.timer?.discard()
    if detachment.isLast { batch.promise.discard() }
  }

  @inlinable
  func send(_ shipment: BatchTable<Key, Batch>.Shipment) {
    shipment.timer?.discard()
    if Nesting.canStart { return Nesting.starting { start(shipment) } }
    Nesting.deferStart { self.start(shipment) }
  }

  @inlinable
  func start(_ shipment: BatchTable<Key, Batch>.Shipment) {
    let (batch, promise, keys) = (shipment.batch, shipment.batch.promise, shipment.keys)
    // The last waiter may have detached in the meantime.
    guard promise.isPending else { return }
    do {
      // Not on behalf of the load that fills the batch: a batch belongs to all that wait for it.
      let source = try Load.run(for: batch.load) { try load(keys) }
      promise.reportWaiting(for: source)
      let consumer = source.observed(with: BatchEnd(loader: self, batch: batch, keys: keys))
      promise.addDependencies(.one(consumer))
      promise.breakCycle(through: source, by: consumer)
    } catch {
      end(batch, with: .failure(error))
    }
  }

  @inlinable
  func end(
    _ batch: Batch,
    with outcome: Result<[Key: Value], any Error>,
    from source: Node? = nil
  ) {
    table.withLock { $0.end(batch) }
    batch.promise.settleLoad(with: outcome, from: source)
  }

  /// Returns the values, or an error if one was not requested.
  @inlinable
  static func check(
    _ values: [Key: Value],
    against keys: [Key]
  ) -> Result<[Key: Value], any Error> {
    let found = keys.count { values[$0] != nil }
    if found == values.count { return .success(values) }
    let requested = Set(keys)
    guard let extra = values.keys.first(where: { !requested.contains($0) }) else {
      return .success(values)
    }
    let key = String(describing: extra)
    return .failure(
      ArgumentError(
        "BatchLoader: the batch has the key \(key), which was not requested; leave it out"
      )
    )
  }
}

/// A batch, and the promise from which those of its requests are derived.
@usableFromInline final class SharedBatch<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// The loader, which refers to the batch only until that is sent or loses its last key.
  @usableFromInline let loader: BatchLoader<Key, Value>
  @usableFromInline let load = Load()
  /// A root promise: the table decides whether it is discarded when a request detaches.
  @usableFromInline let promise: Promise<[Key: Value]>

  @inlinable init(of loader: BatchLoader<Key, Value>, promise: Promise<[Key: Value]>) {
    (self.loader, self.promise) = (loader, promise)
  }
}

/// Ends a batch with the outcome of the promise that it started.
@frozen @usableFromInline
struct BatchEnd<Key: Hashable & Sendable, Value: Sendable>: OutcomeHandler {
  @usableFromInline let loader: BatchLoader<Key, Value>
  @usableFromInline let batch: BatchLoader<Key, Value>.Batch
  @usableFromInline let keys: [Key]

  @inlinable
  init(loader: BatchLoader<Key, Value>, batch: BatchLoader<Key, Value>.Batch, keys: [Key]) {
    (self.loader, self.batch, self.keys) = (loader, batch, keys)
  }

  @inlinable static var passesValue: Bool { false }

  @inlinable func handle(_ outcome: Result<[Key: Value], any Error>, from source: Node) {
    switch outcome {
    case .success(let values):
      loader.end(batch, with: BatchLoader.check(values, against: keys))
    case .failure: loader.end(batch, with: outcome, from: source)
    }
  }
}

/// Lets a promise wait for the value of a key in a batch.
///
/// Without a reference to the loader, it fits into a promise if the key takes one word.
@frozen @usableFromInline
struct BatchWaiter<Key: Hashable & Sendable, Value: Sendable>: LoadWaiter {
  @usableFromInline let batch: SharedBatch<Key, Value>
  @usableFromInline let key: Key

  @inlinable init(batch: SharedBatch<Key, Value>, key: Key) {
    (self.batch, self.key) = (batch, key)
  }

  @inlinable static var operatorID: OperatorID { .batchLoader }

  @inlinable var recipient: Recipient { .handler }

  @inlinable
  func resolve(with outcome: Result<[Key: Value], any Error>) throws -> Resolution<Value> {
    switch outcome {
    case .success(let values):
      guard let value = values[key] else { throw MissingKeyError(key) }
      return .value(value)
    case .failure(let error):
      detach()
      return .error(error)
    }
  }

  @inlinable func detach() { batch.loader.detach(from: batch, key) }
}
