import Foundation
import Pledge
import PledgeTestSupport
import Testing

@testable import PledgeTesting

/// How the process ends: by a trap, an error of the runtime, an overflow of the stack, or an exit.
private enum End {
  case trap, error, stack, exit

  func happen(_ waiting: Log<CheckedContinuation<Void, Never>>) {
    switch self {
    case .trap: _ = [Int]()[waiting.count]
    case .error: for _ in 1...2 { waiting.entries[0].resume() }
    // The functions of the thread sanitizer would overflow, too, and then wait for themselves.
    case .stack: _ = isThreadSanitized ? [Int]()[waiting.count] : deepen(Locked(0))
    case .exit: Foundation.exit(1)
    }
  }
}

/// Where it ends.
private enum Place { case task, actor, handler }

private actor Account {
  private var calls = 0

  func call(_ body: @Sendable () -> Void) {
    calls += 1
    body()
  }
}

@inline(never)
private func deepen(_ depth: Locked<Int>) -> Int {
  depth.withLock { $0 += 1 }
  return depth.value == 0 ? 0 : deepen(depth) &* depth.value &+ 1
}

/// Ends the process if its second part comes first.
private func run(_ end: End, in place: Place, _ world: Exploration.World) {
  let waiting = Log<CheckedContinuation<Void, Never>>()
  if case .error = end { Task { await withCheckedContinuation { waiting.add($0) } } }
  world.run()
  let (log, account) = (Log<String>(), Account())
  for name in ["a", "b"] {
    @Sendable func add() {
      log.add(name)
      if log.entries == ["b"] { end.happen(waiting) }
    }
    switch place {
    case .handler: world.pending(Void.self, .value(()), label: name).observe { _ in add() }
    case .task: Task { add() }
    case .actor: Task { await account.call(add) }
    }
  }
  world.run()
}

private func search(_ end: End, in place: Place) {
  _ = try? explore { run(end, in: place, $0) }
}

/// Orderings that end the process.
@Suite(.enabled(if: RuntimeHooks.support.hasTasks), .hangLimit)
struct EndsTests {
  @Test func `a trap, an error of the runtime, and an exit name the ordering`() async {
    let logs = [\ExitTest.Result.standardErrorContent]
    expectOrdering(of: [
      await #expect(processExitsWith: .failure, observing: logs) { search(.trap, in: .task) },
      await #expect(processExitsWith: .failure, observing: logs) { search(.trap, in: .handler) },
      await #expect(processExitsWith: .failure, observing: logs) { search(.error, in: .actor) },
      await #expect(processExitsWith: .failure, observing: logs) { search(.exit, in: .handler) },
    ])
  }

  @Test func `an overflow of the stack names the ordering`() async {
    let logs = [\ExitTest.Result.standardErrorContent]
    expectOrdering(of: [
      await #expect(processExitsWith: .failure, observing: logs) { search(.stack, in: .task) },
      await #expect(processExitsWith: .failure, observing: logs) { search(.stack, in: .handler) },
    ])
  }

  private func expectOrdering(of ends: [ExitTest.Result?]) {
    for end in ends.map(text) {
      let parts = end.components(separatedBy: "pledge: an ordering ends the process by ")
      #expect(parts.count == 2, "\(end)")
      #expect(parts.last?.contains("\n  1. ") == true, "\(end)")
      #expect(parts.last?.contains("to replay it: explore(replaying: \"") == true)
    }
  }

  @Test func `a replay describes its steps, and an earlier handler still runs`() async {
    let end = await #expect(processExitsWith: .exitCode(7), observing: [\.standardErrorContent]) {
      for number in [SIGILL, SIGTRAP] { _ = signal(number) { _ in _exit(7) } }
      try? explore(replaying: "1") { run(.trap, in: .handler, $0) }
    }
    let steps = "found in ordering 1, with 1 steps:\n  1. b: an answer\nto replay it:"
    #expect(text(end).contains("\(steps) explore(replaying: \"1\")"), "\(text(end))")
  }

  @Test func `a search that ends at its budget says so once`() async {
    let end = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try explore(within: .orderings(50)) { $0.run(jobs: 10) }
    }
    let parts = text(end).components(separatedBy: "explore ended at its budget: 50 of about ")
    #expect(parts.count == 2)
  }

  private func text(_ end: ExitTest.Result?) -> String {
    String(decoding: end?.standardErrorContent ?? [], as: UTF8.self)
  }
}
