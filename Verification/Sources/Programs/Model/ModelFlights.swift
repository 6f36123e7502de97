/// Loads that are shared by all requests for their key (15).
final class ModelFlights: @unchecked Sendable {
  private final class Flight {
    let promise = ModelPromise()
    var waiters = 0
  }

  private var flights: [Int: Flight] = [:]
  private var cached: [Int: Int] = [:]

  func value(for key: Int, _ load: () throws -> ModelPromise) -> ModelPromise {
    if let value = cached[key] { return .settled(.success(value)) }
    let running = flights[key]
    let flight = running ?? Flight()
    flights[key] = flight
    flight.waiters += 1
    let waiter = flight.promise.ensure(as: .stop) { self.detach(flight, key) }
    if running == nil { start(flight, key, load) }
    return waiter
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
      flight.promise.wait(for: try load()) { self.complete(flight, key, with: $0) }
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
