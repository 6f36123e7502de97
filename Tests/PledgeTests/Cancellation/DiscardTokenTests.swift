import Foundation
import Pledge
import PledgeTestSupport
import Testing

@Suite(.timeLimit(.minutes(60)))
struct DiscardTokenTests {
  private let cage = Cage()
  private let source = DiscardSource()
  private let runs = Log<Int>()

  @Test func `a promise is discarded with its token`() {
    let promise = Promise<Int>().discarded(by: source.token)
    #expect(promise.isPending)

    source.discard()

    #expect(promise.isDiscarded)
  }

  @Test func `a promise attached to a discarded token is discarded immediately`() {
    source.discard()

    #expect(Promise<Int>().discarded(by: source.token).isDiscarded)
  }

  @Test func `a promise attached by a discard handler is discarded immediately`() {
    let late = Promise<Int>()
    let wasDiscarded = Log<Bool>()
    source.token.onDiscard { [source] in
      wasDiscarded.add(late.discarded(by: source.token).isDiscarded)
    }

    source.discard()

    #expect(wasDiscarded.entries == [true])
  }

  @Test func `a settled promise is not affected`() {
    let before = Promise(value: 1).discarded(by: source.token)
    let meanwhile = Promise<Int>().discarded(by: source.token)
    meanwhile.resolve(2)

    source.discard()

    #expect(before.got == 1)
    #expect(meanwhile.got == 2)
    #expect(Promise(value: 3).discarded(by: source.token).got == 3)
  }

  @Test func `a stage whose handler has returned a promise is discarded`() {
    let inner = Promise<Int>(discard: {})
    let stage = Promise(value: 1).map { $0 }.flatMap { _ in inner.map { $0 } }
      .discarded(by: source.token)

    source.discard()

    #expect(stage.isDiscarded)
    #expect(inner.isDiscarded)
  }

  @Test func `it is not a consumer`() {
    let working = Promise<Int>(discard: {}).discarded(by: source.token)

    working.map { $0 }.discard()

    #expect(working.isDiscarded)
  }

  @Test func `code without a promise can check it`() throws {
    #expect(!source.token.isDiscarded)
    try source.token.throwIfDiscarded()

    source.discard()

    #expect(source.token.isDiscarded)
    #expect(throws: DiscardedError.self) { try source.token.throwIfDiscarded() }
  }
}

// MARK: - onDiscard

extension DiscardTokenTests {
  @Test func `handlers run in order`() {
    for number in 1...3 { source.token.onDiscard { [runs] in runs.add(number) } }
    #expect(runs.count == 0)

    source.discard()

    #expect(runs.entries == [1, 2, 3])
  }

  @Test func `a handler added to a discarded token runs immediately`() {
    source.discard()

    let registration = source.token.onDiscard { [runs] in runs.add(1) }

    #expect(runs.entries == [1])
    #expect(registration.isFulfilled)
  }

  @Test func `discarding the promise of a handler removes the handler`() {
    let closure = cage.closure()
    let registration = source.token.onDiscard { [runs] in
      closure()
      runs.add(1)
    }

    registration.discard()
    source.discard()

    #expect(runs.count == 0)
  }

  @Test func `a handler runs on its context`() {
    let context = ManualContext()
    source.token.onDiscard(on: context) { [runs] in runs.add(1) }

    source.discard()
    #expect(runs.count == 0)
    context.runAll()

    #expect(runs.entries == [1])
  }

  @Test @MainActor func `a handler runs on the main actor`() async {
    let screen = Screen()
    source.token.onDiscard(on: MainActor.shared) { screen.lines.append("gone") }

    source.discard()
    await mainQueueDrained()

    #expect(screen.lines == ["gone"])
  }
}

// MARK: - Lifetimes, threads

extension DiscardTokenTests {
  @Test func `it does not retain promises`() {
    do {
      let promise = Promise<Int>(discard: cage.closure()).discarded(by: source.token)
      #expect(promise.isPending)
      #expect(cage.living == 1)
    }

    #expect(cage.living == 0)
  }

  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["ASAN_OPTIONS"] == nil,
      "the address sanitizer keeps what is freed"
    )
  )
  func `a hundred thousand settled promises leave nothing behind`() async {
    await #expect(processExitsWith: .success) {
      let source = DiscardSource()
      let remaining = Promise<Int>().discarded(by: source.token)
      pass(1_000, by: source.token)
      let before = peakMemory()

      pass(100_000, by: source.token)

      #expect(peakMemory() - before < 4 << 20)
      #expect(before > 0)
      source.discard()
      #expect(remaining.isDiscarded)
    }
  }

  @Test func `a hundred thousand pending promises are discarded`() {
    let promises = (0..<100_000).map { _ in Promise<Int>().discarded(by: source.token) }

    source.discard()

    #expect(promises.allSatisfy { $0.isDiscarded })
  }

  @Test func `no promise escapes while threads attach promises and one discards`() {
    for _ in 0..<20 {
      let source = DiscardSource()
      let promises = (0..<200).map { _ in Promise<Int>() }
      concurrently(201) { number in
        if number == 100 { return source.discard() }
        promises[number > 100 ? number - 1 : number].discarded(by: source.token)
      }

      #expect(promises.allSatisfy { $0.isDiscarded })
    }
  }

  @Test func `promises that settle during the discard are fulfilled or discarded`() {
    for _ in 0..<20 {
      let source = DiscardSource()
      let promises = (0..<200).map { _ in Promise<Int>().discarded(by: source.token) }
      concurrently(201) { number in
        if number == 100 { return source.discard() }
        promises[number > 100 ? number - 1 : number].resolve(number)
      }

      #expect(promises.allSatisfy { $0.isFulfilled || $0.isDiscarded })
    }
  }
}

/// Attaches `count` promises to `token`, and settles each one.
private func pass(_ count: Int, by token: DiscardToken) {
  for number in 0..<count { Promise<Int>().discarded(by: token).resolve(number) }
}
