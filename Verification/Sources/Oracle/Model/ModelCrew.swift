import Pledge

/// A transformation of elements with limited concurrency (11.7).
final class ModelCrew {
  private let promise: ModelPromise
  private let limit: Int
  private let count: Int
  private let transform: (Int) throws -> ModelPromise
  private var next = 0
  private var seats: [Int: ModelPromise?] = [:]
  private var values: [Int: Int] = [:]
  private var isOver = false
  /// Whether the loop over the elements has stopped because the limit was reached.
  private var isAwaiting = false
  private var isClosed = false

  static func run(
    _ count: Int,
    limit: Int,
    line: UInt,
    _ transform: @escaping (Int) throws -> ModelPromise
  ) -> ModelPromise {
    let crew = ModelCrew(count, limit, line, transform)
    ModelPromise.settled(.success(0), line: line).observed { _ in crew.proceed() }
    return crew.promise.onValue { .settle(.success($0)) }
  }

  private init(
    _ count: Int,
    _ limit: Int,
    _ line: UInt,
    _ transform: @escaping (Int) throws -> ModelPromise
  ) {
    promise = ModelPromise(line: line)
    (self.count, self.limit, self.transform) = (count, limit, transform)
    promise.moreTies = { [weak self] in self?.seats.values.compactMap(\.self) ?? [] }
    promise.onDiscard { [weak self] in _ = self?.disband() }
  }

  private func proceed() {
    do {
      while promise.outcome == nil, next < count {
        next += 1
        guard add(try transform(next - 1), number: next - 1) else { return }
      }
      isClosed = true
      turn()
    } catch {
      fail(error)
    }
  }

  private func add(_ future: ModelPromise, number: Int) -> Bool {
    seats[number] = .some(nil)
    let seat = future.stage { outcome in
      switch outcome {
      case .success(let value):
        self.values[number] = value
        self.seats[number] = nil
        self.turn()
      case .failure(let error): self.fail(error)
      }
      return .settle(.success(0))
    }
    if isOver {
      seat.discard()
      return false
    }
    if seats[number] != nil { seats[number] = seat }
    isAwaiting = seats.count >= limit
    let hasPlace = !isAwaiting
    // The rejection propagates back to the promise that closed the cycle.
    if seat.waits(for: promise) {
      if disband(sparing: number) { promise.settle(.failure(CycleError())) }
    } else if seat.isDeadlocked(with: promise) {
      fail(CycleError())
    }
    return hasPlace
  }

  private func turn() {
    if isOver { return }
    if isAwaiting, seats.count < limit {
      isAwaiting = false
      proceed()
    } else if isClosed, seats.isEmpty {
      isOver = true
      promise.settle(.success(Digest.of((0..<count).compactMap { values[$0] })))
    }
  }

  private func fail(_ error: any Error) {
    if disband() { promise.settle(.failure(error)) }
  }

  @discardableResult
  private func disband(sparing spared: Int? = nil) -> Bool {
    if isOver { return false }
    isOver = true
    let leaving = seats.sorted { $0.key < $1.key }
    seats = [:]
    for (number, seat) in leaving where number != spared { seat?.discard() }
    return true
  }
}
