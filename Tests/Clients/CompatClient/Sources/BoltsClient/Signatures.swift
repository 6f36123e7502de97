import ForeignSDK
import Foundation
import PledgeBolts

// Calls every signature of the original as client code does, with closures that are not marked
// `@Sendable`. The test is that it compiles in both language modes; it is never run.

private struct Failure: Error {}

private func executors() -> [Executor] {
  let box = Box()
  let run: (() -> Void) -> Void = { closure in
    box.content += 1
    closure()
  }
  let later: (@escaping () -> Void) -> Void = { closure in closure() }
  let all: [Executor] = [
    .default, .immediate, .mainThread, .queue(.main), .operationQueue(.main), .closure(run),
    .escapingClosure(later), .closure { $0() },
    .escapingClosure { DispatchQueue.main.async(execute: $0) },
  ]
  let continuation: Task<Int>.Continuation = {}
  all[0].execute(continuation)
  all[0].execute { box.content += 1 }
  print(all[0].description, all[0].debugDescription)
  return all
}

private func tasks(_ executor: Executor) -> [Task<Int>] {
  let box = Box()
  BoltsConfiguration.rejectsBrokenPromises = true
  let source = TaskCompletionSource<Int>()
  source.set(result: 1)
  source.set(error: Failure())
  source.cancel()
  source.trySet(result: 1)
  source.trySet(error: CancelledError())
  if !source.tryCancel() { box.content += 1 }
  return [
    source.task, Task(1), Task(error: Failure()), Task.cancelledTask(), Task { box.content },
    Task(executor) { box.content }, Task(executor, closure: { box.content }),
    Task.execute { box.content }, Task.execute(executor, closure: { box.content }),
    Task.executeWithTask { Task(box.content) },
    Task.executeWithTask(executor, closure: { source.task }),
    Task(box).continueOnSuccessWith { $0.content },
  ]
}

private func continuations(_ task: Task<Int>, _ executor: Executor) {
  let box = Box()
  task.continueWith { task in box.content = task.result ?? 0 }
  task.continueWith(executor) { (task: Task<Int>) -> String in "\(task)" }
  task.continueWithTask { $0 }
  task.continueWithTask(executor, continuation: { $0 })
  task.continueOnSuccessWith { $0 + box.content }
  task.continueOnSuccessWith(executor, continuation: { "\($0)" })
  task.continueOnSuccessWithTask { Task($0 + box.content) }
  task.continueOnSuccessWithTask(executor) { _ in task }
  task.continueOnErrorWith { (_: Failure) in box.content }
  task.continueOnErrorWith(executor) { (_: Failure) in 1 }
  task.continueOnErrorWith { _ in box.content }
  task.continueOnErrorWith(executor) { (error: Error) throws -> Int in throw error }
  task.continueOnErrorWithTask { (_: Failure) in Task(box.content) }
  task.continueOnErrorWithTask(executor) { (_: Failure) in task }
  task.continueOnErrorWithTask { _ in task }
  task.continueOnErrorWithTask(executor) { (error: Error) throws -> Task<Int> in throw error }
  let known: (Bool, Bool, Bool) = (task.completed, task.faulted, task.cancelled)
  let (result, error): (Int?, Error?) = (task.result, task.error)
  print(known, result as Any, error as Any, task.description, task.debugDescription)
  task.waitUntilCompleted()
}

private func combinations(_ task: Task<Int>) {
  Task.whenAll([task, task])
  Task.whenAll(task, task).continueWith { (all: Task<Void>) in
    print((all.error as? AggregateError)?.errors as Any)
  }
  Task.whenAllResult([task, task]).continueOnSuccessWith { (all: [Int]) in all.count }
  Task.whenAllResult(task, task)
  Task.whenAny([task, task])
  Task.whenAny(task, task)
  Task<Void>.withDelay(1).continueOnSuccessWith { print("late") }
}

// From Bolts for Objective-C.
private func cancellable(_ task: Task<Int>) {
  let box = Box()
  let source = CancellationTokenSource()
  let token: CancellationToken = source.token
  let registration: CancellationTokenRegistration =
    token.registerCancellationObserver { box.content += 1 }
  registration.dispose()
  task.continueWith(cancellationToken: token) { _ in box.content }
  task.continueWithTask(.mainThread, cancellationToken: token) { $0 }
  task.continueOnSuccessWith(cancellationToken: token) { $0 + box.content }
  task.continueOnSuccessWithTask(.default, cancellationToken: token) { _ in task }
  Task<Void>.withDelay(1, cancellationToken: token)
  source.cancel(afterDelay: 10)
  source.cancel()
  source.dispose()
  print(source.isCancellationRequested, token.isCancellationRequested)
  let all: Task<Void> = Task.taskForCompletionOfAllTasks([task])
  let results: Task<[Int]> = Task.taskForCompletionOfAllTasksWithResults([task])
  let any: Task<Int> = Task.taskForCompletionOfAnyTask([task])
  print(all, results, any)
}
