import Pledge
import PledgeTestSupport
import Testing

@Suite(.hangLimit)
struct MapConcurrentlyTests {
  @Test func `keeps nil values`() {
    let promise = (0..<3).mapConcurrently(limit: 2) { Promise<Int?>(value: $0 == 1 ? nil : $0) }

    #expect(promise.got == [0, nil, 2])
  }
}

// MARK: - Taking elements

extension MapConcurrentlyTests {
  @Test func `every form takes the elements one by one`() {
    @Sendable func wait(for _: Int) async throws { try await Promise<Void>(discard: {}).value }
    let (monitor, never) = (ProgressMonitor(), Promise<Void>())
    let forms: [(Numbers) -> Promise<Void>] = [
      { $0.fold(()) { _, _ in never } },
      { $0.mapConcurrently(limit: 1) { _ in never }.asVoid() },
      { $0.mapConcurrently(limit: 1) { try await wait(for: $0) }.asVoid() },
      { $0.mapConcurrently(limit: 1, progress: monitor) { _ in never }.asVoid() },
      { $0.mapConcurrently(limit: 1, progress: monitor) { try await wait(for: $0) }.asVoid() },
    ]
    for form in forms {
      let numbers = Numbers()
      form(numbers).discard()
      #expect(numbers.read.entries == [0])
    }
  }

  @Test func `an iterator may settle the running work`() {
    let sources = (0..<3).map { _ in Promise<Int>() }
    let naturals = Naturals { if $0 > 0 { sources[$0 - 1].resolve($0) } }
    let promise = naturals.mapConcurrently(limit: 3) { number in
      if number == 3 { throw Broken() }
      return sources[number]
    }

    #expect(promise.broken == Broken())
    #expect(naturals.taken.entries == [0, 1, 2, 3])
  }

  @Test(arguments: [true, false])
  func `a transform or an iterator may discard the result`(isTransform: Bool) {
    let slot = Locked<Promise<[Int]>?>(nil)
    let naturals = Naturals { if $0 == 2, !isTransform { slot.value?.discard() } }
    let sources = (0..<3).map { _ in Promise<Int>(discard: {}) }
    let promise = naturals.mapConcurrently(limit: 2) { number in
      if number == 2 { slot.value?.discard() }
      return sources[number]
    }
    slot.value = promise

    sources[0].resolve(0)

    #expect(promise.isDiscarded)
    // If the iterator discards the result, the transform is not called.
    #expect(sources.map(\.isDiscarded) == [false, true, isTransform])
    #expect(naturals.taken.entries == [0, 1, 2])
    slot.value = nil
  }

  @Test(arguments: [true, false])
  func `running work stops in the order in which it was started, before handlers run`(
    isRejected: Bool
  ) {
    let stopped = Log<Int>()
    let working = (0..<10).map { number in Promise<Int>(discard: { stopped.add(number) }) }
    let promise = working.mapConcurrently(limit: 10) { $0 }
    promise.catch { _ in stopped.add(10) }

    // Unreferenced work would become a broken promise instead of being discarded.
    withExtendedLifetime(working) {
      if isRejected { working[0].reject(Broken()) } else { promise.discard() }
    }

    #expect(stopped.entries == Array((isRejected ? 1 : 0)...10))
  }

  @Test func `the first rejection counts, even if it causes another`() {
    let first = Promise<Int>()
    let third = Promise<Int>()
    let second = Promise<Int>(discard: { third.reject(Broken(number: 3)) })
    let promise = [first, second, third].mapConcurrently(limit: 3) { $0 }
    third.ignoringErrors()

    first.reject(Broken(number: 1))

    #expect(promise.broken == Broken(number: 1))
    #expect(second.isDiscarded)
  }
}

// MARK: - Threads

extension MapConcurrentlyTests {
  @Test(arguments: [false, true])
  func `starts every element once when many threads settle the promises`(isAsync: Bool) async throws
  {
    let running = Locked((now: 0, most: 0))
    let transform: @Sendable (Int) -> Future<Int> = { index in
      running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
      return Promise(on: .global()) {
        running.withLock { $0.now -= 1 }
        return index
      }
    }
    let promise =
      isAsync
      ? Feed((0..<500).map { Promise(value: $0) }).mapConcurrently(limit: 4, transform)
      : (0..<500).mapConcurrently(limit: 4, transform)

    #expect(try await promise.value == Array(0..<500))
    #expect(running.value.most <= 4)
  }
}

@Suite(.hangLimit)
struct MapConcurrentlyAsyncTests {
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

/// A collection of about all numbers, which records those that are read.
private struct Numbers: RandomAccessCollection, Sendable {
  let read = Log<Int>()
  var startIndex: Int { 0 }
  var endIndex: Int { .max }

  subscript(index: Int) -> Int {
    read.add(index)
    return index
  }
}
