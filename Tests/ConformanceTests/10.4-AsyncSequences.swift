import Pledge
import Testing

@Suite(.timeLimit(.minutes(60)))
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

  @Test("10.4.3 Discarding such a promise stops the iteration")
  func clause10_4_3() async {
    let (series, continuation) = AsyncStream<Int>.makeStream()
    let (ends, ended) = AsyncStream<Void>.makeStream()
    continuation.onTermination = { _ in ended.yield() }
    let promise = Promise(last: series)

    promise.discard()

    #expect(await ends.first { true } != nil)
  }
}
