/// Loads that are shared by all requests for their key (15).
final class ModelFlights: @unchecked Sendable {
  /// A running load.
  final class Flight: @unchecked Sendable {
    let promise: ModelPromise
    var waiters = 1

    init(_ promise: ModelPromise) {
      self.promise = promise
    }
  }

  private var flights: [Int: Flight] = [:]
  private var cached: [Int: Int] = [:]

  func value(
    for key: Int,
    _ load: () throws -> ModelPromise
  ) -> ModelPromise {
    if let value = cached[key] { return .settled(.success(value)) }
    if let flight = flights[key] {
      flight.waiters += 1
      return waiter(for: flight, key)
    }
    let flight = Flight(ModelPromise())
    flights[key] = flight
    let waiter = waiter(for: flight, key)
    start(flight, key, load)
    return waiter
  }

  private func waiter(for flight: Flight, _ key: Int) -> ModelPromise {
    flight.promise.ensureAtOnce { [flight] in self.detach(flight, key) }
  }

  /// Detaches a waiter.
  ///
  /// The last one discards the load (15.2.2).
  private func detach(_ flight: Flight, _ key: Int) {
    guard flight.waiters > 0 else { return }
    flight.waiters -= 1
    guard flight.waiters == 0 else { return }
    end(flight, key)
    flight.promise.discard()
  }

  private func start(_ flight: Flight, _ key: Int, _ load: () throws -> ModelPromise) {
    do {
      let link = try load().observed { self.complete(flight, key, with: $0) }
      flight.promise.addDependencies([link])
      flight.promise.breakCycle(through: link)
    } catch {
      complete(flight, key, with: .failure(error))
    }
  }

  private func complete(_ flight: Flight, _ key: Int, with outcome: ModelPromise.Outcome) {
    flight.waiters = 0
    if end(flight, key), case .success(let value) = outcome { cached[key] = value }
    flight.promise.settle(outcome)
  }

  /// Ends a load.
  ///
  /// - Returns: Whether it was running.
  @discardableResult
  private func end(_ flight: Flight, _ key: Int) -> Bool {
    guard flights[key] === flight else { return false }
    flights[key] = nil
    return true
  }
}
