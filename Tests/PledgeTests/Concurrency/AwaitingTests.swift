import Pledge
import PledgeTestSupport
import Testing

@Suite(.hangLimit)
struct ValueTests {
  @Test func `throws for a promise that is broken while it waits`() async {
    let context = ManualContext()
    let promise = Promise(value: 1).map(on: context) { $0 }
    let wait = Task { @MainActor in try await promise.value }
    await mainQueueDrained()

    context.dropAll()

    await #expect(throws: BrokenPromiseError.self) { try await wait.value }
  }

  @Test @MainActor func `a wait counts as a consumer once its task is suspended`() async throws {
    for _ in 0..<200 {
      let promise = Promise<Int>(discard: {})
      let wait = Task { @MainActor in try await promise.value }
      await mainQueueDrained()

      promise.map { $0 }.discard()
      promise.resolve(1)

      try #require(await wait.result.get() == 1)
    }
  }
}

@Suite(.hangLimit)
struct ValuesTests {
  @Test func `throws the error, and ends`() async throws {
    var iterator = Promise<Int>(error: Broken()).values.makeAsyncIterator()

    await #expect(throws: Broken.self) { try await iterator.next() }
    #expect(try await iterator.next() == nil)
  }

  @Test func `can be iterated again`() async throws {
    let values = Promise(value: 1).values

    #expect(try await Promise(collecting: values).value == [1])
    #expect(try await Promise(collecting: values).value == [1])
  }

  @Test func `a lazy promise starts only when the iteration begins`() {
    let starts = Log<Int>()
    let lazy = LazyPromise<Int> {
      starts.add(1)
      return Promise(value: 1)
    }

    _ = lazy.values

    #expect(starts.entries == [])
  }
}

@Suite(.hangLimit)
struct CompletionsTests {
  @Test func `a future that occurs twice has two elements, and a lazy one starts`() async {
    let starts = Log<Void>()
    let lazy = LazyPromise<Int> {
      starts.add()
      return Promise(value: 1)
    }
    let completions = [lazy, lazy].completions()

    #expect(starts.count == 1)
    #expect(await completions.reduce(into: []) { $0.append($1.index) } == [0, 1])
  }

  @Test func `tasks that iterate it at the same time share the elements`() async {
    let completions = (0..<100).map { Promise(value: $0) }.completions()
    let tasks = (0..<4).map { _ in
      Task { await completions.reduce(into: [Int]()) { $0.append($1.index) } }
    }

    var indices: [Int] = []
    for task in tasks { indices += await task.value }

    #expect(indices.sorted() == Array(0..<100))
  }

  @Test func `a rejection counts as handled`() async {
    await #expect(processExitsWith: .success) {
      let reports = Log<String>()
      UnhandledRejections.handle { reports.add("\($0.error)") }
      for await _ in [Promise<Int>(error: Broken())].completions() {}
      #expect(reports.entries == [])
    }
  }

  @Test(arguments: [true, false])
  func `nothing stays when it has ended, or is released`(hasEnded: Bool) async {
    let values = Cage()
    do {
      let promises = (0..<2).map { _ in Promise<Canary>() }
      let completions = promises.completions()
      promises[0].resolve(values.canary())
      if hasEnded {
        promises[1].resolve(values.canary())
        for await _ in completions {}
      }
    }

    #expect(values.living == 0)
  }
}

@Suite(.hangLimit)
struct AsyncSequenceTests {
  private let numbers = Feed((1...5).map { Promise(value: $0) })
  private let nothing = Feed<Int>([])
  private let broken = Feed([Promise(value: 1), Promise(error: Broken())])

  // MARK: - first

  @Test func `the first element, or the first one that matches the predicate`() async throws {
    #expect(try await Promise(first: numbers).value == 1)
    #expect(numbers.asked[1].isPending)
    #expect(try await Promise(first: numbers, where: { $0 > 2 }).value == 3)
    #expect(numbers.asked[3].isPending)
  }

  @Test func `is rejected if the predicate throws, and requests no more elements`() async {
    await #expect(throws: Broken(number: 1)) {
      try await Promise(first: numbers, where: { throw Broken(number: $0) }).value
    }
    #expect(numbers.asked[1].isPending)
  }

  // MARK: - last

  @Test func `a last element may be nil`() async throws {
    #expect(try await Promise(last: Feed<Int?>([Promise(value: nil)])).value == .some(nil))
  }

  // MARK: - Common behavior

  enum Kind: CaseIterable {
    case first, last, collecting, reducing

    func promise<S: AsyncSequence & Sendable>(of sequence: S) -> Promise<Void>
    where S.Element == Int {
      switch self {
      case .first: Promise(first: sequence, where: { _ in false }).asVoid()
      case .last: Promise(last: sequence).asVoid()
      case .collecting: Promise(collecting: sequence).asVoid()
      case .reducing: Promise(reducing: sequence, from: 0, +).asVoid()
      }
    }
  }

  @Test(arguments: Kind.allCases)
  func `an error of the sequence rejects`(kind: Kind) async {
    await #expect(throws: Broken.self) { try await kind.promise(of: broken).value }
  }

  @Test(arguments: Kind.allCases)
  func `discarding stops the iteration`(kind: Kind) async throws {
    let endless = Endless()
    let promise = kind.promise(of: endless)
    while endless.asked.entries.isEmpty { await Task.yield() }

    promise.discard()

    try await endless.end.value
    #expect(throws: DiscardedError.self) { try promise.result?.get() }
  }

  @Test func `has the source location of the call`() {
    let promise = Promise(first: Feed([Promise<Int>()]))

    #expect(promise.explain().contains("from \(#fileID):\(#line - 2)"))
  }
}

/// An endless sequence that ignores cancellation and fulfills `end` when its iterator is gone.
private struct Endless: AsyncSequence, Sendable {
  let asked = Log<Int>()
  let end = Promise<Void>()

  func makeAsyncIterator() -> Iterator { Iterator(guardian: Guardian(end), asked: asked) }

  struct Iterator: AsyncIteratorProtocol {
    let guardian: Guardian
    let asked: Log<Int>

    mutating func next() async -> Int? {
      if asked.entries.isEmpty { asked.add(1) }
      await Task.yield()
      return 1
    }
  }

  final class Guardian: Sendable {
    private let end: Promise<Void>
    init(_ end: Promise<Void>) { self.end = end }
    deinit { end.resolve() }
  }
}
