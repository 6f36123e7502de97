import Pledge
import PledgeTestSupport
import Testing

@Suite(.hangLimit)
struct MapConcurrentlyAsyncTests {
  @Test func `takes any asynchronous sequence`() async throws {
    let stream = AsyncStream { continuation in
      for number in 0..<100 { continuation.yield(number) }
      continuation.finish()
    }

    let promise = stream.mapConcurrently(limit: .max) { Promise(value: $0) }

    #expect(try await promise.value == Array(0..<100))
  }

  @Test func `passes on the task-locals of the caller`() async throws {
    let promise = Request.$id.withValue(7) {
      Feed([Promise(value: 1)]).mapConcurrently(limit: 1) { Promise(value: $0 + Request.id) }
    }

    #expect(try await promise.value == [8])
  }
}

private enum Request {
  @TaskLocal static var id = 0
}

// MARK: - Completion

extension MapConcurrentlyAsyncTests {
  @Test func `a rejection ends it while it waits for a slot`() async throws {
    let failing = Promise<Int>()
    let feed = Feed((0..<2).map { Promise(value: $0) })
    let promise = feed.mapConcurrently(limit: 1) { _ in failing }
    try await feed.asked[0].value
    await othersGoOn()

    failing.reject(Broken())

    await #expect(throws: Broken.self) { try await promise.value }
    await othersGoOn()
    #expect(feed.asked[1].isPending)
  }

  @Test func `a transform that throws ends it`() async throws {
    let working = Promise<Int>(discard: {})
    let feed = Feed((0..<3).map { Promise(value: $0) })
    let promise = feed.mapConcurrently(limit: 2) { number in
      if number == 1 { throw Broken(number: number) }
      return working
    }

    await #expect(throws: Broken(number: 1)) { try await promise.value }
    #expect(working.isDiscarded)
    #expect(feed.asked[2].isPending)
  }

  @Test func `starts nothing for an element that arrives after the end`() async throws {
    let started = Log<Int>()
    let late = Promise<Int>()
    let endless = UncancelableSequence(element: late)
    let promise = endless.mapConcurrently(limit: 1) { number in
      started.add(number)
      return Promise(value: number)
    }
    try await endless.asked.value

    promise.discard()
    late.resolve(1)
    try await endless.released.value

    #expect(started.count == 0)
  }

  @Test(arguments: Ending.allCases)
  func `leaves nothing behind`(ending: Ending) async throws {
    let (values, captures) = (Cage(), Cage())
    do {
      let source = Source()
      let feed = Feed([source.stage(capturing: captures)])
      let promise = feed.mapConcurrently(limit: 1) { [closure = captures.closure()] value in
        closure()
        return Promise(value: value)
      }
      try await feed.asked[0].value

      source.end(ending, of: promise, with: values)
      _ = try? await promise.value

      #expect(!promise.isPending)
      source.handleErrors(of: promise)
    }
    // The task ends soon afterward; if anything stays alive, the test runs into its time limit.
    while values.living + captures.living > 0 { await Task.yield() }
  }
}

/// An endless asynchronous sequence that ignores cancellation.
private struct UncancelableSequence: AsyncSequence, Sendable {
  let element: Promise<Int>
  let asked = Promise<Void>()
  /// Fulfilled when the iterator is deinitialized.
  let released = Promise<Void>()

  func makeAsyncIterator() -> Iterator { Iterator(sequence: self, end: End(released)) }

  struct Iterator: AsyncIteratorProtocol {
    let sequence: UncancelableSequence
    let end: End

    mutating func next() async -> Int? {
      sequence.asked.resolve()
      return await withCheckedContinuation { continuation in
        sequence.element.observe { continuation.resume(returning: try? $0.get()) }
      }
    }
  }

  final class End: Sendable {
    private let released: Promise<Void>

    init(_ released: Promise<Void>) { self.released = released }

    deinit { released.resolve() }
  }
}
