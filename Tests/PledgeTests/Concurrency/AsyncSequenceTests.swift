import Pledge
import PledgeTestSupport
import Testing

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

  @Test func `is rejected if no element matches`() async {
    await #expect(throws: NoSuchElementError.self) {
      try await Promise(first: numbers, where: { $0 > 5 }).value
    }
  }

  @Test func `is rejected if the predicate throws, and requests no more elements`() async {
    await #expect(throws: Broken(number: 1)) {
      try await Promise(first: numbers, where: { throw Broken(number: $0) }).value
    }
    #expect(numbers.asked[1].isPending)
  }

  // MARK: - last

  @Test func `the last element, at the end`() async throws {
    let final = Promise<Int>()
    let last = Promise(last: Feed([Promise(value: 1), final]))
    await othersGoOn()
    #expect(last.isPending)

    final.resolve(2)

    #expect(try await last.value == 2)
  }

  @Test func `a last element may be nil`() async throws {
    #expect(try await Promise(last: Feed<Int?>([Promise(value: nil)])).value == .some(nil))
  }

  // MARK: - reducing

  @Test func `an empty sequence is reduced to the initial value`() async throws {
    #expect(try await Promise(reducing: nothing, from: 10, +).value == 10)
  }

  @Test func `is rejected if combine throws, and requests no more elements`() async {
    await #expect(throws: Broken(number: 1)) {
      try await Promise(reducing: numbers, from: 0) { throw Broken(number: $1) }.value
    }
    #expect(numbers.asked[1].isPending)
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
