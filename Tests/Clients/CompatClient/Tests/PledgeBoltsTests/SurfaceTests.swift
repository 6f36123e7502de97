import Dispatch
import Foundation
import PledgeBolts
import TestSupport
import Testing

/// Calls every signature of the original as its clients do.
@Suite(.timeLimit(.minutes(60)))
struct SurfaceTests {
  @Test func `tasks and sources can be created`() {
    let source = TaskCompletionSource<String>()
    source.set(result: "a")
    let continuation: Task<Int>.Continuation = {}
    Executor.immediate.execute(continuation)
    let tasks: [Task<String>] = [
      source.task, Task("b"), Task { "c" }, Task(.immediate) { "d" },
      Task(.default, closure: { "e" }),
      Task.execute { "f" }, Task.execute(.immediate) { "g" }, Task.executeWithTask { Task("h") },
      Task<String>.executeWithTask(.immediate, closure: { Task("i") }),
      Task<String>.execute(.immediate, closure: { "j" }),
    ]
    #expect(tasks.compactMap(\.result).joined() == "abcdefghij")
    #expect(Task<Int>.cancelledTask().cancelled)
    #expect(Task<Int>(error: CancelledError()).faulted)
  }

  @Test func `continuations are written with and without an executor`() {
    let task = Task(1)
    task.continueWith { _ in }
    task.continueWithTask { $0 }
    task.continueOnSuccessWith { $0 }
    task.continueOnSuccessWithTask { Task($0) }
    task.continueOnErrorWith { (_: any Error) in 2 }
    task.continueOnErrorWithTask { (_: any Error) in Task(2) }
    task.continueWith(.immediate, continuation: { _ in })
    task.continueWithTask(.immediate, continuation: { $0 })
    task.continueOnSuccessWith(.immediate, continuation: { $0 })
    task.continueOnSuccessWithTask(.immediate, continuation: { Task($0) })
    task.continueOnErrorWith(.immediate, continuation: { (_: any Error) in 2 })
    task.continueOnErrorWithTask(.immediate, continuation: { (_: any Error) in Task(2) })
    let error = Task<Int>(error: NSError(domain: "test", code: 7))
    #expect(error.continueOnErrorWith { (error: NSError) in error.code }.result == 7)
    #expect(error.continueOnErrorWithTask { (error: NSError) in Task(error.code) }.result == 7)
    #expect(error.continueOnErrorWith(.immediate) { (_: Broken) in 1 }.faulted)
    #expect(error.continueOnErrorWithTask(.immediate) { (_: Broken) in Task(1) }.faulted)
  }

  @Test func `combinations take arrays and single tasks`() {
    let (one, two) = (Task(1), Task(2))
    Task.whenAll([one, two])
    Task.whenAll(one, two)
    Task.whenAllResult([one, two])
    Task.whenAllResult(one, two)
    Task.whenAny([one, two])
    Task.whenAny(one, two)
    Task<Void>.withDelay(3600)
    #expect(Task.whenAll([one, two]).completed && Task.whenAll(one, two).completed)
    #expect(Task.whenAllResult([one, two]).result == Task.whenAllResult(one, two).result)
    #expect(Task.whenAny([one, two]).completed && Task.whenAny(one, two).completed)
    #expect(!Task<Void>.withDelay(3600).completed)
    let error = Task.whenAll(Task<Int>(error: Broken())).error as? AggregateError
    #expect(error?.errors.first is Broken)
  }

  @Test func `the properties of a task`() {
    let task = Task(1)
    let known = (task.completed, task.faulted, task.cancelled, task.result, task.error)
    #expect(known.0 && !known.1 && !known.2 && known.3 == 1 && known.4 == nil)
    task.waitUntilCompleted()
    #expect(!task.description.isEmpty && !task.debugDescription.isEmpty)
  }

  @Test func `the task of the language is named with its module`() async {
    #expect(await _Concurrency.Task { 1 }.value == 1)
    #expect(type(of: Task(1)) == PledgeBolts.Task<Int>.self)
  }

  @Test func `tokens of Objective-C`() {
    let source = CancellationTokenSource()
    let token: CancellationToken = source.token
    let registration: CancellationTokenRegistration =
      token.registerCancellationObserver(block: {})
    registration.dispose()
    source.cancel(afterDelay: -1)
    #expect(!source.isCancellationRequested && !token.isCancellationRequested)
    source.dispose()
  }
}
