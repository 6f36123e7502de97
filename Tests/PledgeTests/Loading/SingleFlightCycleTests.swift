import Pledge
import PledgeTestSupport
import Testing

/// Tests of loads that request other keys.
@Suite(.hangLimit)
struct SingleFlightCycleTests {
  private let flights = SingleFlight<Int, Int>()

  // MARK: - Cycles

  @Test func `after a load in a handler that waits for itself, its key is loaded again`() {
    let cycle = Promise(value: ()).flatMap { [flights] in
      flights.value(for: 1) { flights.value(for: 1) { Promise(value: 0) }.map { $0 } }
    }

    #expect(cycle.failure is CycleError)
    #expect(flights.value(for: 1) { Promise(value: 1) }.got == 1)
  }

  @Test func `after a refresh that waits for itself, its key is loaded again`() {
    let cache = SingleFlight<Int, Int>(refreshAfter: .zero)
    cache.insert(1, for: 1)
    _ = cache.value(for: 1) {
      Promise(value: ()).flatMap { cache.value(for: 1, maxAge: .zero) { Promise(value: 0) } }
    }
    #expect(cache.value(for: 1, maxAge: .zero) { Promise(value: 2) }.got == 2)
    #expect(cache.cachedValue(for: 1) == 2)
  }

  /// Requests the key that is being loaded.
  typealias Own = @Sendable () -> Future<Int>

  /// Loads of a key whose task requests it and awaits the promise: in a child of the task, by a
  /// lazy promise, in a handler, by another key of another cache, and by a queue.
  private static let waits: [@Sendable (SingleFlight<Int, Int>, @escaping Own) -> Future<Int>] = [
    { flights, own in
      flights.value(for: 1) {
        Promise {
          async let value = own().value
          return try await value + 1
        }
      }
    },
    { flights, own in
      flights.value(for: 1) { Promise { try await LazyPromise { LazyPromise { own() } }.value } }
    },
    { flights, own in
      Promise(value: ()).flatMap { flights.value(for: 1) { Promise { try await own().value } } }
    },
    { flights, own in
      let others = SingleFlight<String, Int>()
      return flights.value(for: 1) {
        Promise { try await others.value(for: "a") { Promise { try await own().value } }.value }
      }
    },
    { flights, own in
      let (queue, gate) = (PromiseQueue(), Promise<Int>())
      _ = queue.add { gate }
      defer { gate.resolve(0) }
      return flights.value(for: 1) { queue.add { try await own().value } }
    },
  ]

  @Test(arguments: waits)
  func `a load whose task awaits its own key is rejected`(
    wait: @Sendable (SingleFlight<Int, Int>, @escaping Own) -> Future<Int>
  ) async {
    let own: Own = { [flights] in flights.value(for: 1) { Promise(value: 0) } }

    await #expect(throws: CycleError.self) { try await wait(flights, own).value }
  }

  @Test func `a load that recovers from the cycle has a value`() async throws {
    let promise = flights.value(for: 1) { [flights] in
      Promise {
        do {
          return try await flights.value(for: 1) { Promise(value: 0) }.value
        } catch is CycleError {
          return 7
        }
      }
    }

    #expect(try await promise.value == 7)
    #expect(flights.cachedValue(for: 1) == 7)
  }

  // MARK: - No cycles

  @Test func `a load requests one key several times`() async throws {
    let promise = flights.value(for: 1) { [flights] in
      Promise {
        let first = flights.value(for: 2) { Promise(value: 2) }
        let second = flights.value(for: 2) { Promise(value: 3) }
        return try await first.value + second.value
      }
    }

    #expect(try await promise.value == 4)
  }

  @Test func `a task that a handler run by a load starts is not part of the load`() async throws {
    let (gate, asked, end) = (Promise<Int>(), Promise<Void>(), Promise<Int>())
    let unrelated = flights.value(for: 2) { gate }.flatMap { [flights] _ in
      Promise {
        let promise = flights.value(for: 1) { Promise(value: 0) }
        asked.resolve()
        return try await promise.value
      }
    }

    let promise = flights.value(for: 1) {
      gate.resolve(2)
      return end
    }
    try await asked.value
    end.resolve(10)

    #expect(try await promise.value == 10)
    #expect(try await unrelated.value == 10)
  }

  @Test func `an operation belongs to its adder, not to the previous operation`() async throws {
    let queue = PromiseQueue()
    let (first, asked, end) = (Promise<Int>(), Promise<Void>(), Promise<Int>())
    _ = queue.add { first }
    let unrelated = queue.add { [flights] in
      let promise = flights.value(for: 1) { Promise(value: 0) }
      asked.resolve()
      return try await promise.value
    }

    let promise = flights.value(for: 1) {
      first.resolve(0)
      return end
    }
    try await asked.value
    end.resolve(10)

    #expect(try await promise.value == 10)
    #expect(try await unrelated.value == 10)
  }

  @Test func `the next load may wait for a load that waited for another`() async throws {
    for round in 0..<3 {
      let first = flights.value(for: 1) { [flights] in
        Promise { try await flights.value(for: 2) { Promise(value: round) }.value }
      }
      #expect(try await first.value == round)
      flights.removeAll()
      let second = flights.value(for: 2) { [flights] in
        Promise { try await flights.value(for: 1) { Promise(value: round) }.value }
      }
      #expect(try await second.value == round)
      flights.removeAll()
    }
  }
}
