import Pledge
import PledgeTestSupport
import Testing

import class PledgeSupport.Locked

/// Guarantees that hold without observers also hold with observers, although each operation then
/// sends events, and promises derived from settled ones take the path of pending ones.
///
/// Observers are process-wide, so each test runs in its own process.
@Suite struct ObservedTests {
  private static let length = 10_000

  @Sendable private static func chain(from source: Promise<Int>) -> Promise<Int> {
    (0..<length).reduce(source) { last, _ in last.map { $0 + 1 } }
  }

  @Test func `observed, a chain that ends in any way takes constant stack`() async {
    await #expect(processExitsWith: .success) {
      let checker = EventChecker.installed()
      await onSmallStack {
        let settled = Promise<Int>()
        let end = ObservedTests.chain(from: settled)
        settled.resolve(0)
        #expect(end.isFulfilled)
        #expect(ObservedTests.chain(from: settled).isFulfilled)
        let rejected = Promise<Int>()
        let failed = ObservedTests.chain(from: rejected)
        failed.ignoringErrors()
        rejected.reject(Broken())
        #expect(failed.isRejected)
        ObservedTests.chain(from: Promise<Int>()).discard()
        // First a chain whose resolver is released, then one whose root is released.
        _ = ObservedTests.chain(from: Promise<Int>.pending().promise)
        let last = Promise<Int>()
        _ = ObservedTests.chain(from: last)
      }
      #expect(checker.count >= 6 * ObservedTests.length)
      #expect(checker.mistakes == [])
    }
  }

  @Test func `observed, loops, waits, and lazy work take constant stack`() async {
    await #expect(processExitsWith: .success) {
      let checker = EventChecker.installed()
      @Sendable func loop(_ left: Int) -> Promise<Int> {
        Promise(value: left).flatMap { $0 == 0 ? Promise(value: 0) : loop($0 - 1) }
      }
      @Sendable func tower(_ height: Int) -> Future<Int> {
        height == 0 ? Promise(value: 0) : LazyPromise { tower(height - 1).map { $0 + 1 } }
      }
      await onSmallStack {
        #expect(loop(ObservedTests.length).isFulfilled)
        let (start, gate) = (Promise<Int>(), Promise<Int>())
        let end = (0..<ObservedTests.length).reduce(gate) { last, _ in start.flatMap { _ in last } }
        start.resolve(0)
        gate.resolve(0)
        #expect(end.isFulfilled)
        #expect(tower(ObservedTests.length).map { $0 }.isFulfilled)
      }
      #expect(checker.count >= 4 * ObservedTests.length)
      #expect(checker.mistakes == [])
    }
  }

  @Test func `observed, each racing promise reports its creation first, and one end`() async {
    await #expect(processExitsWith: .success) {
      UnhandledRejections.handle { _ in }
      let checker = EventChecker.installed()
      let team = Team()
      for _ in 0..<rounds / 10 { ObservedTests.race(team) }
      #expect(checker.count >= rounds / 10 * 8)
      #expect(checker.mistakes == [])
    }
  }

  /// Settles, splices, follows, discards, and drops stages concurrently.
  private static func race(_ team: Team) {
    let (root, start) = Promise<Int>.pending()
    let inner = Promise<Int>()
    let first = Slot(root.flatMap { _ in inner }.map { $0 })
    let second = Slot(root.map { $0 }.flatMap { $0 == 1 ? inner : Promise(value: $0) })
    let third = Slot(any(root.map { $0 }, inner.map { $0 }))
    let producer = Slot(start)
    let (isLost, value) = (team.draw(4) == 0, team.draw(2))
    team.race([
      { if isLost { _ = producer.take() } else { producer.take().resolve(value) } },
      { inner.resolve(1) },
      { first.take().discard() },
      { second.take().map { $0 }.ignoringErrors() },
      { _ = third.take() },
      { root.flatMap { _ in inner }.discard() },
    ])
  }
}

/// Checks the events against the guarantees made to observers.
private final class EventChecker: PromiseObserver {
  private let finalEvents = Locked<[PromiseID: Int]>([:])
  private let wrong = Locked<[String]>([])

  static func installed() -> EventChecker {
    let checker = EventChecker()
    Diagnostics.install(checker)
    return checker
  }

  /// The number of promises created.
  var count: Int { finalEvents.withLock { $0.count } }

  /// Descriptions of unexpected events, and of promises without a final event.
  var mistakes: [String] {
    let open = finalEvents.withLock { $0.values.count { $0 == 0 } }
    return wrong.withLock { $0 } + (open == 0 ? [] : ["\(open) have not ended"])
  }

  func observe(_ event: PromiseEvent) {
    let isExpected = finalEvents.withLock { finalEvents in
      switch event.kind {
      case .created, .chained:
        return finalEvents.updateValue(0, forKey: event.promise) == nil
      case .settled, .merged:
        return finalEvents.updateValue(1, forKey: event.promise) == 0
      default:
        return finalEvents[event.promise] != nil
      }
    }
    if !isExpected { wrong.withLock { $0.append("\(event)") } }
  }
}

/// Hooks called for every promise, or for every unhandled rejection, use constant stack.
///
/// Each test runs in its own process, because a failure would be a stack overflow.
@Suite struct HookTests {
  @Test func `reporting a promise takes constant stack, however many there are`() async {
    await #expect(processExitsWith: .success) {
      let pending = PendingCreations()
      await onSmallStack { for _ in 0..<20_000 { Promise<Int>().resolve(1) } }
      #expect(pending.entries.isEmpty)
    }
  }

  @Test func `reporting an unhandled rejection takes constant stack, however many occur`() async {
    await #expect(processExitsWith: .success) {
      let reports = Tally()
      UnhandledRejections.handle { _ in reports.up() }
      await onSmallStack { for _ in 0..<20_000 { Promise<Int>().reject("unhandled") } }
      #expect(reports.count == 20_000)
    }
  }
}
