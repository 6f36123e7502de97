import Pledge
import PledgeTestSupport
import Testing

/// Tests of events whose timing matters, and of actions that must not cause events.
struct DiagnosticsCareTests {
  @Test func `a stage that path compression removes appears settled`() async {
    await #expect(processExitsWith: .success) {
      let visitor = Visitor()
      let context = ManualContext()
      @Sendable func loop(_ rest: Int) -> Promise<Int> {
        Promise(value: rest).flatMap(on: context) { number in
          let next = number == 0 ? Promise(value: 0) : loop(number - 1)
          visitor.note(next)
          return next
        }
      }
      let installation = Diagnostics.install(visitor)
      let end = loop(20)
      context.runAll()
      installation.remove()
      #expect(end.isFulfilled)
      #expect(visitor.sawMerging.value)
    }
  }

  @Test func `numbers are never reused, whichever observers are installed`() async {
    await #expect(processExitsWith: .success) {
      let first = Recording { Promise<Int>().discard() }
      let second = Recording { Promise<Int>().discard() }
      #expect(first.all.map(\.promise.number) == [1, 1])
      #expect(second.all.map(\.promise.number) == [2, 2])
    }
  }

  @Test func `settlements on behalf of a user are not second settlements`() async {
    await #expect(processExitsWith: .success) {
      let events = Recording {
        let source = DiscardSource()
        source.discard()
        source.discard()
        let queue = PromiseQueue(limit: 1)
        queue.add { Promise<Int>() }.ignoringErrors()
        queue.discardAll()
      }
      #expect(!events.lines.contains { $0.hasSuffix("settled again") })
    }
  }

  @Test func `internal promises of Pledge are not reported`() async {
    await #expect(processExitsWith: .success) {
      let events = Recording {
        DiscardSource().token.onDiscard {}
        Promise<Int>(file: "F", line: 1).timeout(after: .seconds(1_000)).discard()
      }
      #expect(events.all.allSatisfy { $0.fileID == "F" })
      #expect(events.all.filter(\.isCreation).count == 1)
    }
  }

  @Test func `a combination reports its dependencies before its outcome`() async {
    await #expect(processExitsWith: .success) {
      let done = Promise(value: 1)
      let events = Recording { race(done, Promise<Int>()).ignoringErrors() }
      #expect(
        events.lines == [
          "#1 Promise created", "#2 race created", "#2 waits for #3", "#2 waits for #1",
          "#2 fulfilled", "#1 broken",
        ]
      )
    }
  }
}

/// Settles and explains its known promises whenever a promise is merged.
private final class Visitor: PromiseObserver {
  private struct Known: Sendable {
    weak var promise: Promise<Int>?
  }

  private let known = Locked<[Known]>([])
  let sawMerging = Locked(false)

  func note(_ promise: Promise<Int>) {
    known.withLock { $0.append(Known(promise: promise)) }
  }

  func observe(_ event: PromiseEvent) {
    guard case .merged = event.kind else { return }
    sawMerging.value = true
    for known in known.value {
      known.promise?.resolve(7)
      _ = known.promise?.explain()
    }
  }
}
