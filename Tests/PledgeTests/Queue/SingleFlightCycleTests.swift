import Pledge
import PledgeTestSupport
import Testing

/// Tests of loads that request other keys.
@Suite(.hangLimit)
struct SingleFlightCycleTests {
  private let flights = SingleFlight<Int, Int>()

  // MARK: - Cycles

  @Test func `a load that was started in a handler and returns its own key is rejected`() {
    let promise = Promise(value: ()).flatMap { [flights] in
      flights.value(for: 1) { flights.value(for: 1) { Promise(value: 0) }.map { $0 } }
    }

    #expect(promise.failure is CycleError)
  }

  @Test func `after a load that waits for itself, its key is loaded again`() {
    let cycle = Promise(value: ()).flatMap { [flights] in
      flights.value(for: 1) { flights.value(for: 1) { Promise(value: 0) }.map { $0 } }
    }

    #expect(cycle.failure is CycleError)
    #expect(flights.value(for: 1) { Promise(value: 1) }.got == 1)
  }

  @Test func `a load that awaits its own key in a child of its task is rejected`() async {
    let promise = flights.value(for: 1) { [flights] in
      Promise {
        async let own = flights.value(for: 1) { Promise(value: 0) }.value
        return try await own + 1
      }
    }

    await #expect(throws: CycleError.self) { try await promise.value }
  }

  @Test func `a load that awaits a lazy promise for its own key is rejected`() async {
    let promise = flights.value(for: 1) { [flights] in
      Promise {
        let lazy = LazyPromise { LazyPromise { flights.value(for: 1) { Promise(value: 0) } } }
        return try await lazy.value
      }
    }

    await #expect(throws: CycleError.self) { try await promise.value }
  }

  @Test func `a load that is started in a handler and awaits its own key is rejected`() async {
    let promise = Promise(value: ()).flatMap { [flights] in
      flights.value(for: 1) {
        Promise { try await flights.value(for: 1) { Promise(value: 0) }.value }
      }
    }

    await #expect(throws: CycleError.self) { try await promise.value }
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

  @Test func `a cycle through another key and another cache is found`() async {
    let others = SingleFlight<String, Int>()
    let promise = flights.value(for: 1) { [flights] in
      Promise {
        try await others.value(for: "a") {
          Promise { try await flights.value(for: 1) { Promise(value: 0) }.value }
        }.value
      }
    }

    await #expect(throws: CycleError.self) { try await promise.value }
  }

  @Test func `a cycle through a queue is found`() async {
    let queue = PromiseQueue()
    let gate = Promise<Int>()
    _ = queue.add { gate }
    let promise = flights.value(for: 1) { [flights] in
      queue.add { try await flights.value(for: 1) { Promise(value: 0) }.value }
    }

    gate.resolve(0)

    await #expect(throws: CycleError.self) { try await promise.value }
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
