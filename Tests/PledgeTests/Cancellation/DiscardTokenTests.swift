import Foundation
import Pledge
import PledgeTestSupport
import Testing

@Suite(.hangLimit)
struct DiscardTokenTests {
  private let source = DiscardSource()
  private let runs = Log<Int>()

  @Test func `a promise attached by a discard handler is discarded immediately`() {
    let late = Promise<Int>()
    let wasDiscarded = Log<Bool>()
    source.token.onDiscard { [source] in
      wasDiscarded.add(late.discarded(by: source.token).isDiscarded)
    }

    source.discard()

    #expect(wasDiscarded.entries == [true])
  }
}

// MARK: - onDiscard

extension DiscardTokenTests {
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
}

/// Attaches `count` promises to `token`, and settles each one.
private func pass(_ count: Int, by token: DiscardToken) {
  for number in 0..<count { Promise<Int>().discarded(by: token).resolve(number) }
}
