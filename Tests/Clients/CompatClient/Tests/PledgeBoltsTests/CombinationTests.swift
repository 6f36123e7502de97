import Dispatch
import Foundation
import Pledge
import PledgeBolts
import TestSupport
import Testing

@Suite(.hangLimit)
struct CombinationTests {
  @Test func `whenAll waits for all, also after an error`() {
    let sources = (0..<3).map { _ in TaskCompletionSource<Int>() }
    let all = Task.whenAll(sources.map(\.task))
    sources[0].set(error: Broken(number: 0))
    sources[2].set(error: Broken(number: 2))
    #expect(!all.completed)
    sources[1].set(result: 1)
    let errors = (all.error as? PledgeBolts.AggregateError)?.errors
    #expect(errors?.map { $0 as? Broken } == [Broken(number: 0), Broken(number: 2)])
  }

  @Test func `one error is in an aggregate, too`() {
    let all = Task.whenAll(Task(1), Task(error: Broken()))
    #expect((all.error as? PledgeBolts.AggregateError)?.errors.count == 1)
  }

  @Test func `a cancellation takes precedence over errors`() {
    #expect(word(Task.whenAll(finished())) == "cancelled")
    #expect(word(Task.whenAllResult(finished())) == "cancelled")
  }

  @Test func `a combination takes single tasks`() {
    #expect(Task.whenAllResult(Task(1), Task(2)).result == [1, 2])
  }

  @Test func `a combination without tasks succeeds immediately`() {
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

  @Test func `a task that was not first keeps its result`() {
    let source = TaskCompletionSource<Int>()
    #expect(Task.whenAny([source.task, Task(1)]).completed)
    source.set(result: 2)
    #expect(source.task.result == 2)
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

  @Test func `in the combination of Objective-C, errors take precedence over cancellations`() {
    #expect(word(Task.taskForCompletionOfAllTasks(finished())) == "faulted")
    let cancelled = Task.taskForCompletionOfAllTasks([Task(1), .cancelledTask()])
    #expect(word(cancelled) == "cancelled")
    #expect(Task.taskForCompletionOfAllTasksWithResults([Task(1), Task(2)]).result == [1, 2])
  }

  @Test func `the first success of Objective-C has the first result`() {
    let source = TaskCompletionSource<Int>()
    let any = Task.taskForCompletionOfAnyTask([
      Task(error: Broken()), .cancelledTask(), source.task,
    ])
    #expect(!any.completed)
    source.set(result: 3)
    #expect(any.result == 3)
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
}
