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

  @Test func `success continues with the result; other states pass without the executor`() {
    let ran = Log<String>()
    let executor = Executor.closure { closure in
      ran.add("executor")
      closure()
    }
    let next = finished().map { task in task.continueOnSuccessWith(executor) { $0 + 1 } }
    #expect(next.map(word) == ["succeeded", "faulted", "cancelled"])
    #expect(next[0].result == 2)
    #expect(ran.entries == ["executor"])
    let tasks = finished().map { task in
      task.continueOnSuccessWithTask(executor) { Task($0 + 1) }
    }
    #expect(tasks.map(word) == ["succeeded", "faulted", "cancelled"])
    #expect(ran.entries.count == 2)
  }

  @Test func `an error continues, a result and a cancellation pass without the executor`() {
    let ran = Log<String>()
    let executor = Executor.closure { closure in
      ran.add("executor")
      closure()
    }
    let next = finished().map { task in
      task.continueOnErrorWith(executor) { (_: any Error) in 7 }
    }
    #expect(next.map(word) == ["succeeded", "succeeded", "cancelled"])
    #expect(next.map(\.result) == [1, 7, nil])
    #expect(ran.entries == ["executor"])
    let tasks = finished().map { task in
      task.continueOnErrorWithTask(executor) { (_: any Error) in Task(7) }
    }
    #expect(tasks.map(\.result) == [1, 7, nil])
    #expect(ran.entries.count == 2)
  }

  @Test func `a continuation for one error type passes other errors unchanged`() {
    let mine = Task<Int>(error: Broken()).continueOnErrorWith { (_: Broken) in 1 }
    let others = Task<Int>(error: Other()).continueOnErrorWith { (_: Broken) in 1 }
    #expect(mine.result == 1)
    #expect(others.error is Other)
    let task = Task<Int>(error: Broken()).continueOnErrorWithTask { (_: Broken) in Task(1) }
    let passed = Task<Int>(error: Other()).continueOnErrorWithTask { (_: Broken) in Task(1) }
    #expect(task.result == 1)
    #expect(passed.error is Other)
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
}
