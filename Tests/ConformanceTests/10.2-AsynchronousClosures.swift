import Pledge
import PledgeTestSupport
import Testing

@Suite("10.2.5 Asynchronous closures", .hangLimit)
struct AsynchronousClosures {
  /// The functions that take an asynchronous closure.
  enum Function: String, CaseIterable, Sendable {
    case retry, hedge, mapConcurrently, mapConcurrentlyAsync, add, singleFlight, batchLoader

    func begin(_ work: @escaping @Sendable () async throws -> Int) -> Promise<Int> {
      switch self {
      case .retry: Pledge.retry(max: 1) { try await work() }
      case .hedge: Pledge.hedge(after: .seconds(1_000), max: 1) { try await work() }
      case .mapConcurrently:
        [1].mapConcurrently(limit: 1) { _ in try await work() }.map { $0[0] }
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

  @Test("10.2.5 An asynchronous closure of an operator runs in a task for each call")
  func clause10_2_5Promises() {
    let load: @Sendable () -> Promise<Int> = { Promise(value: 7) }

    #expect(retry { load() }.got == 7)
    #expect(hedge(after: .seconds(1_000)) { load() }.got == 7)
    #expect([1].mapConcurrently(limit: 1) { _ in load() }.got == [7])
    #expect(PromiseQueue().add { load() }.got == 7)
    #expect(SingleFlight<Int, Int>().value(for: 1) { load() }.got == 7)
    let loader = BatchLoader<Int, Int>(window: .zero) { _ in load().map { [1: $0] } }
    #expect(loader.value(for: 1).got == 7)
  }
}
