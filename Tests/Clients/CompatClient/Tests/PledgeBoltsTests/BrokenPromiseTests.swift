import Pledge
import PledgeBolts
import TestSupport
import Testing

private typealias Task = PledgeBolts.Task

/// A broken task stays pending, as in Bolts.
@Suite(.hangLimit)
struct BrokenPromiseTests {
  /// Returns a task that can never complete.
  private func broken() -> Task<Int> { TaskCompletionSource<Int>().task }

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
}
