import Dispatch
import Pledge
import PledgeTestSupport
import Testing

/// Tests of the events that observers receive.
///
/// Observers are process-wide, so each test runs in its own process.
struct DiagnosticsTests {
  @Test func `a chain is reported from its creation to its end`() async {
    await #expect(processExitsWith: .success) {
      let events = Recording {
        let promise = Promise<Int>()
        promise.map { $0 + 1 }.tap { _ in }.ignoringErrors()
        promise.resolve(1)
      }
      #expect(
        events.lines == [
          "#1 Promise created", "#2 map chained to #1", "#3 tap chained to #2", "#1 fulfilled",
          "#2 fulfilled", "#3 fulfilled",
        ]
      )
    }
  }

  @Test func `a broken promise is reported, whether or not it is handled`() async {
    await #expect(processExitsWith: .success) {
      UnhandledRejections.silence()
      let handled = Recording {
        let (promise, _) = Promise<Int>.pending()
        promise.catch { _ in }
      }
      let unhandled = Recording { _ = Promise<Int>() }
      #expect(handled.lines.contains("#1 broken"))
      #expect(unhandled.lines.map { $0.split(separator: " ").last } == ["created", "broken"])
    }
  }

  @Test func `a discard is reported with its reason`() async {
    await #expect(processExitsWith: .success) {
      let events = Recording { Promise<Int>(discard: {}).discard(because: "closed") }
      #expect(events.all.map(\.discardReason) == [nil, "closed"])
    }
  }

  @Test func `an unhandled rejection causes an event`() async {
    await #expect(processExitsWith: .success) {
      UnhandledRejections.silence()
      let events = Recording { _ = Promise<Int>(error: Broken()).map { $0 } }
      #expect(events.lines.last == "#2 unhandled: Broken(number: 0)")
    }
  }

  @Test func `a loop of steps ends its turns, and leaves none pending`() async {
    await #expect(processExitsWith: .success) {
      let context = ManualContext()
      @Sendable func loop(_ rest: Int) -> Promise<Int> {
        Promise(value: rest).flatMap(on: context) { $0 == 0 ? Promise(value: 0) : loop($0 - 1) }
      }
      let events = Recording {
        let end = loop(20)
        context.runAll()
        #expect(end.isFulfilled)
      }
      let created = events.all.filter { $0.isCreation || $0.isChaining }.map(\.promise)
      let ended = events.all.filter(\.isEnd).map(\.promise)
      #expect(Set(created) == Set(ended))
      #expect(ended.count == Set(ended).count)
      #expect(events.lines.contains { $0.hasSuffix("merged") })
    }
  }
}

// MARK: - A second settlement

extension DiagnosticsTests {
  @Test func `a callback after a discard, a timeout, or a broken promise is normal`() async {
    await #expect(processExitsWith: .success) {
      let events = Recording {
        let discarded = Promise<Int>()
        discarded.discard()
        discarded.resolve(1)
        let late = Promise<Int>()
        late.timeout(after: .zero).ignoringErrors()
        late.resolve(1)
        let failed = Promise<Int>(error: TimeoutError(limit: .seconds(1)))
        failed.ignoringErrors()
        failed.resolve(1)
      }
      #expect(!events.lines.contains { $0.hasSuffix("settled again") })
    }
  }

  @Test func `settling a promise on behalf of others is not a second settlement`() async {
    await #expect(processExitsWith: .success) {
      let events = Recording {
        let (left, right) = (Promise<Int>(), Promise<Int>())
        race(left, right).ignoringErrors()
        let chained = Promise<Int>()
        chained.chain(after: left)
        chained.chain(after: right)
        left.resolve(1)
        right.resolve(2)
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
}

// MARK: - Contents of an event

extension DiagnosticsTests {
  @Test func `an event has the source location, the time, and the thread`() async {
    await #expect(processExitsWith: .success) {
      let promise = Promise<Int>(file: "App/Loader.swift", line: 42)
      let events = Recording {
        promise.map(on: DispatchQueue.main) { $0 }.map { $0 }.discard()
        promise.map(on: MainActor.shared) { $0 }.ignoringErrors()
        onThread { promise.resolve(1) }
      }
      #expect(events.all.allSatisfy { $0.fileID == "App/Loader.swift" && $0.line == 42 })
      #expect(zip(events.all, events.all.dropFirst()).allSatisfy { $0.time <= $1.time })
      let end = events.all.first { $0.text == "#1 fulfilled" }
      #expect(end.map { $0.thread != events.all[0].thread } == true)
      let contexts = events.all.filter(\.isChaining).map(\.context)
      #expect(contexts == ["com.apple.main-thread", nil, "main actor"])
    }
  }
}

// MARK: - Installing

extension DiagnosticsTests {
  @Test func `several observers receive the same events until each is removed`() async {
    await #expect(processExitsWith: .success) {
      let (first, second) = (Recorder(), Recorder())
      let installation = Diagnostics.install(first)
      let other = Diagnostics.install(second)
      Promise<Int>().resolve(1)
      installation.remove()
      installation.remove()
      Promise<Int>().resolve(1)
      other.remove()
      Promise<Int>().resolve(1)

      #expect(first.lines == ["#1 Promise created", "#1 fulfilled"])
      #expect(second.lines == first.lines + ["#2 Promise created", "#2 fulfilled"])
    }
  }

  @Test func `a promise has a number while an observer is installed`() async {
    await #expect(processExitsWith: .success) {
      let promise = Promise<Int>()
      #expect(Diagnostics.id(of: promise) == nil)
      let installation = Diagnostics.install(Recorder())
      let id = Diagnostics.id(of: promise)
      #expect(id == PromiseID(1))
      #expect(Diagnostics.id(of: promise) == id)
      let others = (0..<1_000).map { _ in Promise<Int>() }
      #expect(Set(others.map { Diagnostics.id(of: $0) }).count == 1_000)
      #expect(Diagnostics.id(of: promise) == id)
      installation.remove()
      #expect(Diagnostics.id(of: promise) == nil)
    }
  }

  @Test func `an observer installed in mid-chain receives events from then on`() async {
    await #expect(processExitsWith: .success) {
      let promise = Promise<Int>()
      let stage = promise.map { $0 }
      let events = Recording {
        stage.tap { _ in }.ignoringErrors()
        promise.resolve(1)
      }
      #expect(
        events.lines == [
          "#2 tap chained to #1", "#3 fulfilled", "#1 fulfilled", "#2 fulfilled",
        ]
      )
    }
  }

  @Test func `a removed observer is released outside of any lock`() async {
    await #expect(processExitsWith: .success) {
      let isGone = Locked(false)
      let installation = Diagnostics.install(DeinitObserver { isGone.value = true })
      installation.remove()
      #expect(isGone.value)
    }
  }
}

/// Installs another observer and runs a closure when it is deinitialized.
private final class DeinitObserver: PromiseObserver {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }

  deinit {
    Diagnostics.install(Recorder()).remove()
    body()
  }

  func observe(_ event: PromiseEvent) {}
}

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

  @Test func `stages that path compression removes together all appear settled`() async {
    await #expect(processExitsWith: .success) {
      let visitor = Visitor()
      let installation = Diagnostics.install(visitor)
      let (inner, gates) = (Promise<Int>(), (0..<5).map { _ in Promise<Void>() })
      var stages = [gates[0].flatMap { inner }]
      for gate in gates.dropFirst() {
        stages.append(gate.flatMap { [last = stages.last!] in last })
      }
      for stage in stages[1..<4] { visitor.note(stage) }
      for gate in gates.dropFirst().reversed() { gate.resolve() }
      let end = stages.removeLast()
      stages = []
      gates[0].resolve()
      installation.remove()
      inner.resolve(1)
      #expect(end.got == 1)
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
