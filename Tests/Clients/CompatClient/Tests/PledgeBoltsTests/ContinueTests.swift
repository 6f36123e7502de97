import Dispatch
import PledgeBolts
import TestSupport
import Testing

@Suite(.hangLimit)
struct ContinueTests {
  @Test func `continueWith runs in every final state, with the identical task`() {
    for task in finished() {
      let seen = Log<Task<Int>>()
      let next = task.continueWith { task in
        seen.add(task)
        return 7
      }
      #expect(next.result == 7)
      #expect(seen.entries.count == 1 && seen.entries[0] === task)
    }
  }

  @Test func `a returned task is followed in every final state`() {
    for inner in finished() {
      let next = Task(0).continueWithTask { _ in inner }
      #expect(word(next) == word(inner))
      #expect(next !== inner)
      let onSuccess = Task(0).continueOnSuccessWithTask { _ in inner }
      #expect(word(onSuccess) == word(inner))
      #expect(onSuccess !== inner)
    }
  }

  @Test func `a continuation for success or errors passes other states without the executor`() {
    let ran = Log<String>()
    let executor = Executor.closure { closure in
      ran.add("executor")
      closure()
    }
    let tasks = finished()
    let next = [
      tasks.map { $0.continueOnSuccessWith(executor) { $0 + 1 } },
      tasks.map { $0.continueOnSuccessWithTask(executor) { Task($0 + 1) } },
      tasks.map { $0.continueOnErrorWith(executor) { (_: any Error) in 7 } },
      tasks.map { $0.continueOnErrorWithTask(executor) { (_: any Error) in Task(7) } },
    ]
    for next in next.prefix(2) {
      #expect(next.map(word) == ["succeeded", "faulted", "cancelled"] && next[0].result == 2)
    }
    for next in next.suffix(2) {
      #expect(next.map(word) == ["succeeded", "succeeded", "cancelled"])
      #expect(next.map(\.result) == [1, 7, nil])
    }
    #expect(ran.entries.count == 4)
  }

  @Test func `a continuation for one error type passes other errors unchanged`() {
    let mine = Task<Int>(error: Broken())
    #expect(mine.continueOnErrorWith { (_: Broken) in 1 }.result == 1)
    #expect(mine.continueOnErrorWithTask { (_: Broken) in Task(1) }.result == 1)
    for error in [Other(), CancelledError()] as [any Error] {
      let other = Task<Int>(error: error)
      for passed in [
        other.continueOnErrorWith { (_: Broken) in 1 },
        other.continueOnErrorWithTask { (_: Broken) in Task(1) },
      ] {
        #expect(word(passed) == "faulted" && passed.error.map { "\($0)" } == "\(error)")
      }
    }
  }

  @Test func `a completed task continues immediately, also within its own continuation`() {
    let source = TaskCompletionSource<Int>()
    let task = source.task
    let log = Log<String>()
    task.continueOnSuccessWith { _ in
      let inner = task.continueOnSuccessWith { _ in log.add("inner") }
      let other = task.continueWith { _ in log.add("other") }
      log.add(inner.completed && other.completed ? "completed" : "pending")
    }
    task.continueWith { _ in log.add("second") }
    source.set(result: 1)
    #expect(log.entries == ["inner", "other", "completed", "second"])
  }

  @Test func `a continuation that returns its own task is faulted, not pending forever`() {
    let source = TaskCompletionSource<Int>()
    let made = Log<Task<Int>>()
    let task = source.task.continueWithTask { _ in made.entries[0] }
    made.add(task)
    source.set(result: 1)
    #expect(task.faulted)
  }

  @Test(arguments: ["immediate", "closure", "queue"])
  func `a loop needs little stack on every executor`(kind: String) async {
    let executor: Executor =
      switch kind {
      case "immediate": .immediate
      case "closure": .closure { $0() }
      default: .queue(DispatchQueue(label: "loop"))
      }
    let result = await onSmallStack { loop(5_000, on: executor) }
    #expect(result == 5_000)
  }

  /// Counts up to `many`, with a task for each number that the previous one follows.
  private func loop(_ many: Int, on executor: Executor) -> Int? {
    @Sendable func count(_ number: Int) -> Task<Int> {
      Task(number).continueOnSuccessWithTask(executor) { number in
        number == many ? Task(number) : count(number + 1)
      }
    }
    let task = count(0)
    task.waitUntilCompleted()
    return task.result
  }
}
