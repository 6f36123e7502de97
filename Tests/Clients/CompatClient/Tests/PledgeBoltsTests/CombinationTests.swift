import Dispatch
import Foundation
import Pledge
import PledgeBolts
import TestSupport
import Testing

private typealias Task = PledgeBolts.Task

@Suite(.hangLimit)
struct CombinationTests {
  @Test func `whenAll waits for all, aggregates errors, and is canceled like any of its tasks`() {
    let sources = (0..<3).map { _ in TaskCompletionSource<Int>() }
    let all = Task.whenAll(sources.map(\.task))
    sources[0].set(error: Broken(number: 0))
    sources[2].set(error: Broken(number: 2))
    #expect(!all.completed)
    sources[1].set(result: 1)
    let errors = (all.error as? PledgeBolts.AggregateError)?.errors
    #expect(errors?.map { $0 as? Broken } == [Broken(number: 0), Broken(number: 2)])
    let one = Task.whenAll(Task(1), Task(error: Broken()))
    #expect((one.error as? PledgeBolts.AggregateError)?.errors.count == 1)
    #expect(word(Task.whenAll(finished())) == "cancelled")
    #expect(word(Task.whenAllResult(finished())) == "cancelled")
  }

  @Test func `a combination takes single tasks, and without tasks succeeds immediately`() {
    #expect(Task.whenAllResult(Task(1), Task(2)).result == [1, 2])
    #expect(word(Task<Int>.whenAll([])) == "succeeded")
    #expect(Task<Int>.whenAllResult([]).result == [])
    #expect(word(Task<Int>.whenAny([])) == "succeeded")
    #expect(Task<Int>.taskForCompletionOfAllTasksWithResults([]).result == [])
  }

  @Test func `whenAny succeeds with the first that completes in any state`() {
    for task in finished() {
      let never = TaskCompletionSource<Int>()
      #expect(word(Task.whenAny(never.task, task)) == "succeeded")
      #expect(word(never.task) == "pending")
    }
  }

  @Test func `the combination of Objective-C passes one error unchanged and wraps several`() {
    let one = Task.taskForCompletionOfAllTasks([Task(1), Task(error: Broken(number: 1))])
    #expect(one.error as? Broken == Broken(number: 1))
    let several = Task.taskForCompletionOfAllTasksWithResults([
      Task<Int>(error: Broken(number: 1)), .cancelledTask(), Task(error: Broken(number: 2)),
    ])
    let error = several.error as NSError?
    #expect(error?.domain == BFTaskErrorDomain && error?.code == kBFMultipleErrorsError)
    let errors = error?.userInfo[BFTaskMultipleErrorsUserInfoKey] as? [any Error]
    #expect(errors?.map { $0 as? Broken } == [Broken(number: 1), Broken(number: 2)])
  }

  @Test func `a first success of Objective-C without results is canceled or faulted`() {
    let cancelled = Task<Int>.taskForCompletionOfAnyTask([
      Task(error: Broken()), .cancelledTask(),
    ])
    #expect(word(cancelled) == "cancelled")
    let one = Task<Int>.taskForCompletionOfAnyTask([Task(error: Broken(number: 1))])
    #expect(one.error as? Broken == Broken(number: 1))
    let two = Task<Int>.taskForCompletionOfAnyTask([Task(error: Broken()), Task(error: Other())])
    #expect((two.error as NSError?)?.code == kBFMultipleErrorsError)
    #expect(Task<Int>.taskForCompletionOfAnyTask([]).error is EmptyInputError)
  }

  @Test func `a delay is pending at first, and succeeds`() {
    for delay in [0.001, 0, -1] {
      let task = Task<Void>.withDelay(delay)
      task.waitUntilCompleted()
      #expect(word(task) == "succeeded")
    }
    #expect(!Task<Void>.withDelay(3600).completed)
    #expect(!Task<Void>.withDelay(.infinity).completed)
  }

  // MARK: Broken tasks stay pending, as in Bolts

  /// Returns a task that can never complete.
  private func broken() -> Task<Int> { TaskCompletionSource<Int>().task }

  @Test func `a task that follows a broken one stays pending, even if it is canceled`() {
    let canceler = CancellationTokenSource()
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
    #expect([made, cancelled].map(word) == ["pending", "pending"])
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

@Suite(.hangLimit)
struct PledgeTests {
  @Test func `a cancellation becomes a discard, an error of that type does not`() {
    #expect(throws: DiscardedError.self) { try Task<Int>.cancelledTask().pledge.result?.get() }
    #expect(throws: CancelledError.self) {
      try Task<Int>(error: CancelledError()).pledge.result?.get()
    }
  }

  @Test func `if an executor drops its closure, the task stays pending, and is reported`() async {
    await #expect(processExitsWith: .success) {
      let reports = handledReports()
      let tasks = [
        Task(.escapingClosure { _ in }) { 1 },
        .execute(.escapingClosure { _ in }) { 1 },
        .executeWithTask(.escapingClosure { _ in }) { Task(1) },
      ]
      #expect(reports.entries.count == 3)
      let file = "PledgeBoltsTests/CombinationTests.swift:"
      #expect(reports.entries.allSatisfy { "\($0.error)".contains(file) })
      let next = Task(1).continueWith(.escapingClosure { _ in }) { _ in 1 }
      #expect((tasks + [next]).allSatisfy { !$0.completed })
    }
  }
}
