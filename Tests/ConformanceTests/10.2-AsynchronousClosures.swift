import Dispatch
import Pledge
import PledgeTestSupport
import Testing

@Suite("10.2.5 Asynchronous closures", .hangLimit)
struct AsynchronousClosures {
  /// The functions that take an asynchronous closure.
  enum Function: String, CaseIterable, Sendable {
    case retry, hedge, mapConcurrently, mapConcurrentlyCopied, mapConcurrentlyAsync, add
    case singleFlight, batchLoader

    func begin(_ work: @escaping @Sendable () async throws -> Int) -> Promise<Int> {
      switch self {
      case .retry: Pledge.retry(max: 1) { try await work() }
      case .hedge: Pledge.hedge(after: .seconds(1_000), max: 1) { try await work() }
      case .mapConcurrently:
        [1].mapConcurrently(limit: 1) { _ in try await work() }.map { $0[0] }
      case .mapConcurrentlyCopied:
        AnySequence([1]).mapConcurrently(limit: 1) { _ in try await work() }.map { $0[0] }
      case .mapConcurrentlyAsync:
        Promise(value: 1).values.mapConcurrently(limit: 1) { _ in try await work() }.map { $0[0] }
      case .add: PromiseQueue().add { try await work() }
      case .singleFlight: SingleFlight<Int, Int>().value(for: 1) { try await work() }
      case .batchLoader:
        BatchLoader<Int, Int>(window: .zero) { _ in [1: try await work()] }.value(for: 1)
      }
    }
  }

  @Test(
    "10.2.5 An asynchronous closure of an operator runs in a task for each call",
    arguments: Function.allCases
  )
  func clause10_2_5(function: Function) async throws {
    let gate = Promise<Int>()

    let fulfilled = function.begin { try await gate.value + 1 }
    let rejected = function.begin { throw Broken() }
    let started = Promise<Void>()
    let stopped = Promise<Bool>()
    let discarded = function.begin {
      started.resolve()
      await untilCancelled()
      stopped.resolve(Task.isCancelled)
      return 0
    }
    gate.resolve(1)

    #expect(try await fulfilled.settled().get() == 2)
    await #expect(throws: (any Error).self) { try await rejected.settled().get() }
    try await started.value
    discarded.discard()
    #expect(try await stopped.value)
  }
}

@Suite("10.2.8 Closures on an actor", .hangLimit)
@MainActor
struct ClosuresOnActors {
  // The other functions, and another actor, are in Tests/Clients/ModesClient, in each language
  // mode.
  @Test("10.2.8 A closure that returns a promise and is isolated to a global actor runs there")
  func clause10_2_8() async {
    let (calls, promises) = (Log<Int>(), Log<Promise<Int>>())
    @Sendable func begin(_ number: Int) {
      promises.add(
        retry(max: 1) { @MainActor in
          calls.add(number)
          return Promise(value: number)
        }
      )
    }
    onThread { for number in 1...2 { begin(number) } }
    begin(3)
    let rejected = [1].fold(1) { @MainActor _, _ -> Promise<Int> in throw Broken() }

    #expect(calls.entries == [3])
    promises.entries[0].discard()
    await mainQueueDrained()

    #expect(calls.entries == [3, 2])
    #expect(promises.entries.map(\.got) == [nil, 2, 3])
    #expect(rejected.failure is Broken)
  }

  @globalActor private actor Other {
    static let shared = Other()
  }

  @Test("10.2.8 A closure that returns a promise and is isolated to a global actor runs there")
  @Other func clause10_2_8Discarded() async throws {
    let (left, first) = (Promise<Void>(), Locked<Promise<Int>?>(nil))
    let work = Promise<Int>(discard: { left.resolve() })
    // This runs on the actor, so no closure runs before it waits.
    first.value = retry(max: 1) { @Other in
      first.value?.discard()
      return work
    }
    let second = retry(max: 1) { @Other in
      Issue.record("The promise was discarded before its closure ran.")
      return work
    }
    second.discard()

    try await left.value
    await Task { @Other in }.value
    first.value = nil
  }

  @Test("10.2.9 `SingleFlight.value(for:on:)` runs its closure on the main actor")
  nonisolated func clause10_2_9() async throws {
    let cache = SingleFlight<Int, Int>()
    let loaded = cache.value(for: 1, on: MainActor.shared) {
      MainActor.preconditionIsolated()
      return Promise(value: 1)
    }
    // The load remains the caller of what it requests.
    let cyclic = cache.value(for: 2, on: MainActor.shared) { cache.value(for: 2) { Promise() } }

    #expect(try await loaded.value == 1)
    await #expect(throws: CycleError.self) { try await cyclic.value }
  }
}

@Suite(.hangLimit)
struct AsyncSequencesClauses {
  private let nothing = AsyncStream<Int> { $0.finish() }

  private func numbers() -> AsyncStream<Int> {
    AsyncStream { continuation in
      for number in 1...3 { continuation.yield(number) }
      continuation.finish()
    }
  }

  @Test("10.4.1 `values` is an asynchronous sequence with the value as its only element")
  func clause10_4_1() async throws {
    #expect(try await Promise(collecting: Promise(value: 1).values).value == [1])
    await #expect(throws: CycleError.self) {
      try await Promise(collecting: Promise<Int>(error: CycleError()).values).value
    }
  }

  @Test("10.4.2 A promise for one or all elements settles with the outcome of the iteration")
  func clause10_4_2() async throws {
    #expect(try await Promise(first: numbers()).value == 1)
    #expect(try await Promise(first: numbers(), where: { $0 > 1 }).value == 2)
    #expect(try await Promise(last: numbers()).value == 3)
    #expect(try await Promise(collecting: numbers()).value == [1, 2, 3])
    #expect(try await Promise(reducing: numbers(), from: 4, +).value == 10)
    for promise in [Promise(first: nothing), Promise(last: nothing)] {
      await #expect(throws: NoSuchElementError.self) { try await promise.value }
    }
    #expect(try await Promise(collecting: nothing).value == [])
  }

  @Test func `10.4.3 Discarding such a promise stops the iteration`() async {
    let (series, continuation) = AsyncStream<Int>.makeStream()
    let (ends, ended) = AsyncStream<Void>.makeStream()
    continuation.onTermination = { _ in ended.yield() }
    let promise = Promise(last: series)

    promise.discard()

    #expect(await ends.first { true } != nil)
  }

  @Test
  func `10.4.4 completions has the outcomes of futures in the order in which they settle`() async {
    let promises = (0..<3).map { _ in Promise<Int>() }
    let completions = promises.completions()
    for index in [2, 0] { promises[index].resolve(index) }
    promises[1].reject(Broken())

    var seen: [String] = []
    for await (index, result) in completions {
      seen.append("\(index): \((try? result.get()).map { "\($0)" } ?? "rejected")")
    }

    #expect(seen == ["2: 2", "0: 0", "1: rejected"])
    for await _ in [Promise<Int>]().completions() { Issue.record("there is no element") }
  }

  @Test
  func `10.4.5 completions detaches from its futures when it is released or canceled`() async {
    let released = (0..<2).map { _ in Promise<Int>(discard: {}) }
    do { _ = released.completions() }
    #expect(released.allSatisfy { $0.isDiscarded })

    let canceled = (0..<2).map { _ in Promise<Int>(discard: {}) }
    let iteration = Task { [completions = canceled.completions()] in
      for await _ in completions { Issue.record("no future has settled") }
    }
    iteration.cancel()
    await iteration.value
    #expect(canceled.allSatisfy { $0.isDiscarded })
  }
}
