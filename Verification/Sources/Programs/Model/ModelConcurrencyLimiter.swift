import Pledge

/// A transformation of elements with limited concurrency (11.7).
final class ModelConcurrencyLimiter {
  private let promise = ModelPromise()
  private let limit: Int
  private let count: Int
  private let transform: (Int) throws -> ModelPromise
  private var next = 0
  /// The promises of running transformations, `nil` until it is known.
  private var slots: [Int: ModelPromise?] = [:]
  private var values: [Int: Int] = [:]
  private var isOver = false
  /// Whether the loop over the elements has stopped because the limit was reached.
  private var isAwaiting = false
  /// Whether the loop has ended.
  private var isClosed = false

  static func run(
    _ count: Int,
    limit: Int,
    _ transform: @escaping (Int) throws -> ModelPromise
  ) -> ModelPromise {
    let limiter = ModelConcurrencyLimiter(count, limit, transform)
    ModelPromise.settled(.success(0)).observed { _ in limiter.proceed() }
    return limiter.promise.onValue { .settle(.success($0)) }
  }

  private init(
    _ count: Int,
    _ limit: Int,
    _ transform: @escaping (Int) throws -> ModelPromise
  ) {
    (self.count, self.limit, self.transform) = (count, limit, transform)
    promise.dynamicDependencies = { [weak self] in self?.slots.values.compactMap(\.self) ?? [] }
    promise.endConsumers = { [weak self] in self?.end()?.compactMap(\.slot) ?? [] }
    promise.onDiscard { [weak self] in self?.stop() }
  }

  private func proceed() {
    do {
      while promise.outcome == nil, next < count {
        next += 1
        guard add(try transform(next - 1), number: next - 1) else { return }
      }
      isClosed = true
      slotDidEnd()
    } catch {
      stop(with: error)
    }
  }

  private func add(_ future: ModelPromise, number: Int) -> Bool {
    slots[number] = .some(nil)
    let slot = future.stage { outcome in
      switch outcome {
      case .success(let value):
        self.values[number] = value
        self.slots[number] = nil
        self.slotDidEnd()
      case .failure(let error): self.stop(with: error)
      }
      return .settle(.success(0))
    }
    if isOver {
      slot.discard()
      return false
    }
    if slots[number] != nil { slots[number] = slot }
    isAwaiting = slots.count >= limit
    let hasFreeSlot = !isAwaiting
    // The rejection propagates back to the promise that closed the cycle.
    if slot.waits(for: promise) {
      stop(with: CycleError(), sparing: number)
    } else if slot.isDeadlocked(with: promise) {
      stop(with: CycleError())
    }
    return hasFreeSlot
  }

  private func slotDidEnd() {
    if isOver { return }
    if isAwaiting, slots.count < limit {
      isAwaiting = false
      proceed()
    } else if isClosed, slots.isEmpty {
      isOver = true
      promise.settle(.success(Reading.digest(of: (0..<count).compactMap { values[$0] })))
    }
  }

  private func stop(with error: (any Error)? = nil, sparing spared: Int? = nil) {
    guard let remaining = end() else { return }
    for (number, slot) in remaining where number != spared { slot?.discard() }
    if let error { promise.settle(.failure(error)) }
  }

  /// Ends this, and returns the occupied slots in the order in which they were started.
  private func end() -> [(number: Int, slot: ModelPromise?)]? {
    if isOver { return nil }
    isOver = true
    defer { slots = [:] }
    return slots.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
