import Pledge
import PledgeBolts
import TestSupport
import Testing

private typealias Task = PledgeBolts.Task

/// A broken task stays pending, as in Bolts.
@Suite(.timeLimit(.minutes(60)))
struct BrokenPromiseTests {
  let log = Log<String>()

  /// Returns a task that can never complete.
  private func broken() -> Task<Int> { TaskCompletionSource<Int>().task }

  @Test func `no continuation of a broken task runs, and it stays pending`() {
    let token = CancellationTokenSource().token
    var source: TaskCompletionSource<Int>? = TaskCompletionSource()
    let task = source?.task
    let next = task?.continueWith { [log] _ in log.add("continueWith") }
    let others = [
      task?.continueOnSuccessWith { [log] in
        log.add("continueOnSuccessWith")
        return $0
      },
      task?.continueOnSuccessWithTask(cancellationToken: token) { Task($0) },
      task?.continueWithTask { [log] _ in
        log.add("continueWithTask")
        return Task(1)
      },
      task?.continueOnErrorWith { [log] (_: any Error) in
        log.add("continueOnErrorWith")
        return 1
      },
      task?.continueOnErrorWithTask { [log] (_: BrokenPromiseError) in
        log.add("continueOnErrorWithTask")
        return Task(1)
      },
    ]
    source = nil
    let later = task?.continueWith { [log] _ in log.add("later") }
    #expect(log.entries.isEmpty)
    #expect(task.map(word) == "pending" && next.map(word) == "pending")
    #expect(others.allSatisfy { $0.map(word) == "pending" } && later.map(word) == "pending")
    #expect(task.map { "\($0)" } == "Task: Pending")
    #expect(task?.error == nil && task?.result == nil)
  }

  @Test func `a task that follows a broken one stays pending, even if it is canceled`() {
    let canceler = CancellationTokenSource()
    let followed = Task(1).continueWithTask { _ in broken() }
    let made = Task<Int>.executeWithTask { broken() }
    let source = Locked<TaskCompletionSource<Int>?>(TaskCompletionSource())
    let inner = source.value?.task
    let cancelled = Task(1)
      .continueOnSuccessWithTask(cancellationToken: canceler.token) { _ in inner ?? Task(0) }
    canceler.cancel()
    let last = source.withLock { source in
      defer { source = nil }
      return source
    }
    _ = consume last
    #expect([followed, made, cancelled].map(word) == ["pending", "pending", "pending"])
  }

  @Test func `a task whose executor drops its closure stays pending`() {
    let task = Task(.escapingClosure { _ in }) { 1 }
    let next = Task(1).continueWith(.escapingClosure { _ in }) { _ in 1 }
    #expect([task, next].map(word) == ["pending", "pending"])
  }

  @Test func `continuations of a broken task are released`() {
    weak var life: Life?
    var source: TaskCompletionSource<Int>? = TaskCompletionSource()
    do {
      let captured = Life()
      life = captured
      source?.task.continueWith { _ in withExtendedLifetime(captured) {} }
        .continueOnSuccessWith { withExtendedLifetime(captured) {} }
    }
    #expect(life != nil)
    source = nil
    #expect(life == nil)
  }

  @Test func `a combination that waits for all stays pending if one of its tasks is broken`() {
    let results = [Task(1), broken(), Task(error: Broken())]
    #expect(word(Task.whenAll(results)) == "pending")
    #expect(word(Task.whenAllResult(results)) == "pending")
    #expect(word(Task.taskForCompletionOfAllTasks(results)) == "pending")
    #expect(word(Task.taskForCompletionOfAllTasksWithResults(results)) == "pending")
  }

  @Test func `a broken task is not the first to complete`() {
    let source = TaskCompletionSource<Int>()
    let first = Task.whenAny([broken(), source.task])
    let success = Task.taskForCompletionOfAnyTask([broken(), source.task])
    let failed = Task.taskForCompletionOfAnyTask([broken(), Task(error: Broken())])
    #expect(word(first) == "pending" && word(success) == "pending" && word(failed) == "pending")
    source.set(result: 1)
    #expect(word(first) == "succeeded" && success.result == 1)
    #expect(word(Task.whenAny([broken(), Task<Int>(error: Broken())])) == "succeeded")
    #expect(word(Task.whenAny([broken(), broken()])) == "pending")
  }

  @Test func `with rejectsBrokenPromises a broken task is faulted`() async {
    await #expect(processExitsWith: .success) {
      precondition(!BoltsConfiguration.rejectsBrokenPromises)
      BoltsConfiguration.rejectsBrokenPromises = true
      precondition(BoltsConfiguration.rejectsBrokenPromises)
      var source: TaskCompletionSource<Int>? = TaskCompletionSource()
      let task = source?.task
      let next = task?.continueOnSuccessWith { $0 + 1 }
      let recovered = task?.continueOnErrorWith { (_: BrokenPromiseError) in 42 }
      let all = Task.whenAll([task].compactMap { $0 })
      let any = Task.whenAny([task].compactMap { $0 })
      source = nil
      precondition(
        task?.error is BrokenPromiseError && task?.faulted == true && task?.completed == true
      )
      precondition(next?.error is BrokenPromiseError && recovered?.result == 42)
      precondition(all.faulted && any.completed && !any.faulted)
      task?.waitUntilCompleted()
    }
  }
}
