import Dispatch
import Pledge
import PledgeTestSupport
import Testing

/// A program that hangs, and lines of its dump that name the cause.
///
/// The lines are without numbers, and `A` is this file. The programs were listed before it was
/// recorded what tasks await.
private struct Hang: Sendable {
  let lines: [String]
  /// Begins the program, and returns the promises that end it when they are discarded.
  let begin: @Sendable () -> [Promise<Int>]

  init(_ lines: String..., begin: @escaping @Sendable () -> [Promise<Int>]) {
    (self.lines, self.begin) = (lines, begin)
  }
}

private let inQueues = [
  // Two tasks await operations of each other's queue.
  Hang(
    "PromiseQueue # from A:1 waits for itself, # → # → # → # → #",
    "  PromiseQueue # from A:4: waiting for a slot in its queue, which # has"
  ) {
    let (queue, other, gate) = (PromiseQueue(), PromiseQueue(), Promise<Int>())
    let first = queue.add(line: 1) {
      _ = try await gate.value
      return try await other.add(line: 2) { Promise(value: 1) }.value
    }
    let second = other.add(line: 3) {
      gate.resolve(1)
      return try await queue.add(line: 4) { Promise(value: 1) }.value
    }
    return [first, second]
  },
  // An operation returns the promise of a task that awaits another operation.
  Hang(
    "PromiseQueue # from A:1 waits for itself, # → # → # → #",
    "  PromiseQueue # from A:1: waits for #",
    "  Promise # from A:2: its task 'inner' awaits #"
  ) {
    let queue = PromiseQueue()
    let outer = queue.add(line: 1) {
      Promise(taskNamed: "inner", line: 2) { try await queue.add { Promise(value: 1) }.value }
    }
    return [outer]
  },
  // A load in a queue awaits an operation of the queue.
  Hang(
    "PromiseQueue # from A:1 waits for itself, # → # → # → #",
    "  SingleFlight # from A:2: its task awaits #"
  ) {
    let (queue, cache) = (PromiseQueue(), SingleFlight<Int, Int>())
    let outer = queue.add(line: 1) {
      cache.value(for: 1, line: 2) { try await queue.add { Promise(value: 1) }.value }
    }
    return [outer]
  },
  // A task awaits a combination with an operation of a paused queue.
  Hang(
    "PromiseQueue # from A:1: waiting for a slot in its queue",
    "    Promise # from A:2: its task 'sync' awaits #"
  ) {
    let queue = PromiseQueue()
    queue.pause()
    let waiting = queue.add(line: 1) { Promise(value: 1) }
    let task = Promise(taskNamed: "sync", line: 2) {
      defer { queue.resume() }
      return try await all([waiting]).value[0]
    }
    return [task]
  },
]

private let inTasks = [
  // Two tasks await each other's promises.
  Hang(
    "Promise # from A:1 waits for itself, # → # → # → #",
    "  Promise # from A:3: its task 'second' awaits #",
    "  Promise # from A:2: its task 'first' awaits #"
  ) {
    let promise = Promise<Int>(line: 1)
    let first = Promise(taskNamed: "first", line: 2) { try await promise.value }
    let second = Promise(taskNamed: "second", line: 3) { try await first.value }
    promise.chain(after: second)
    return [second]
  },
  // A task awaits the retry of which it is an attempt.
  Hang("retry # from A:1 waits for itself, # → #", "  retry # from A:1: its task awaits #") {
    let itself = Promise<Promise<Int>>()
    let retried = retry(line: 1) { try await itself.value.value }
    itself.resolve(retried)
    return [retried]
  },
  // A transform awaits the result of all transforms.
  Hang("mapConcurrently # from A:1 waits for itself, # → # → #", "  map # from A:1: waits for #") {
    let itself = Promise<Promise<Int>>()
    let count = [1, 2].mapConcurrently(limit: 1, line: 1) { _ in try await itself.value.value }
      .map(\.count)
    itself.resolve(count)
    return [count]
  },
  // A task awaits a stage whose context never runs it.
  Hang(
    "map # from A:1: its handler waits for its context, my.queue",
    "  Promise # from A:2: its task 'sync' awaits #"
  ) {
    let queue = DispatchQueue(label: "my.queue")
    queue.suspend()
    let stage = Promise(value: 1, line: 1).map(on: queue) { $0 }
    let task = Promise(taskNamed: "sync", line: 2) {
      defer { queue.resume() }
      return try await stage.value
    }
    return [task]
  },
]

/// Programs whose promises are settled by others, whatever runs on the thread of a task.
private let innocent = [
  // A task runs a handler, which starts a task that awaits the promise of the first.
  Hang("Promise # from A:1: waiting for its producer", "  Promise # from A:2: its task awaits #") {
    let (gate, started) = (Promise<Int>(line: 1), Promise<Int>(line: 3))
    let itself = Promise<Promise<Int>>()
    started.observe { _ in Task { _ = try await itself.value.value } }
    let task = Promise(line: 2) {
      let own = try await itself.value
      started.resolve(1)
      while own.currentConsumerCount == 0 { await Task.yield() }
      return try await gate.value
    }
    itself.resolve(task)
    return [task, gate]
  }
]

@Suite(.hangLimit)
struct HangTests {
  @Test func `the dump of a hang has a line that names its cause`() async {
    await #expect(processExitsWith: .success) {
      Diagnostics.recordPending()
      for hang in inQueues + inTasks { await hang.find() }
    }
  }

  @Test func `what a task only runs is not taken for its work`() async {
    await #expect(processExitsWith: .success) {
      Diagnostics.recordPending()
      for program in innocent { await program.find() }
    }
  }
}

extension Hang {
  /// The dump, without numbers and ages.
  private static var dump: [Substring] {
    "\(Diagnostics.pending())".replacing(#/\#\d+/#, with: "#").replacing(
      #/, for \d+\.\d s(, with priority \d+)?/#,
      with: ""
    )
    .replacing(#fileID, with: "A").split(separator: "\n")
  }

  private var isCycle: Bool { lines[0].contains("waits for itself") }

  /// Returns when the dump has the lines; the time limit of the suite ends it otherwise.
  fileprivate func find() async {
    let promises = begin()
    while !lines.allSatisfy({ Hang.dump.contains($0[...]) }) {
      if !isCycle, !Diagnostics.pending().cycles.isEmpty {
        Issue.record("\(Diagnostics.pending())")
        break
      }
      await Task.yield()
    }
    for promise in promises { promise.discard() }
    while !Diagnostics.pending().promises.isEmpty { await Task.yield() }
  }
}
