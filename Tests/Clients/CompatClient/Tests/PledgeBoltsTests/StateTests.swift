import Dispatch
import Foundation
import PledgeBolts
import TestSupport
import Testing

@Suite(.hangLimit)
struct StateTests {
  @Test func `setting CancelledError does not cancel a task`() {
    #expect(word(Task<Int>(error: CancelledError())) == "faulted")
    let source = TaskCompletionSource<Int>()
    source.set(error: CancelledError())
    #expect(word(source.task) == "faulted")
    #expect(source.task.error is CancelledError)
  }

  @Test func `each kind of closure cancels its task by throwing CancelledError`() {
    let one = Task(1)
    let broken = Task<Int>(error: Broken())
    let cancelled: [Task<Int>] = [
      Task { throw CancelledError() },
      .execute { throw CancelledError() },
      .executeWithTask { throw CancelledError() },
      one.continueWith { _ in throw CancelledError() },
      one.continueWithTask { _ in throw CancelledError() },
      one.continueOnSuccessWith { _ in throw CancelledError() },
      one.continueOnSuccessWithTask { _ in throw CancelledError() },
      broken.continueOnErrorWith { (_: any Error) in throw CancelledError() },
      broken.continueOnErrorWith { (_: Broken) in throw CancelledError() },
      broken.continueOnErrorWithTask { (_: any Error) in throw CancelledError() },
      broken.continueOnErrorWithTask { (_: Broken) in throw CancelledError() },
      one.continueWith(.queue(.global())) { _ in throw CancelledError() },
    ]
    for task in cancelled { task.waitUntilCompleted() }
    #expect(cancelled.map(word) == Array(repeating: "cancelled", count: cancelled.count))
  }

  @Test func `the description has the state of the task`() {
    #expect("\(Task(1))" == "Task: Success(1)")
    #expect("\(Task("a\u{1B}"))" == #"Task: Success(a\u{1B})"#)
    #expect("\(Task<Int>.cancelledTask())" == "Task: Cancelled")
    #expect(Task<Int>(error: Broken(number: 1)).debugDescription.hasPrefix("Task: Error(Broken"))
    let pending = TaskCompletionSource<Int>()
    #expect("\(pending.task)" == "Task: Pending")
  }

  #if DEBUG
  @Test func `waiting on the main thread prints a warning`() async {
    let exit = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      await onSmallStack { Task(1).waitUntilCompleted() }
      print("main:")
      await MainActor.run { Task(1).waitUntilCompleted() }
    }
    let text = String(decoding: exit?.standardOutputContent ?? [], as: UTF8.self)
    let parts = text.components(separatedBy: "main:")
    #expect(parts.map { $0.contains("Warning: waiting on the main thread") } == [false, true])
  }
  #endif
}

@Suite(.hangLimit)
struct CompletionSourceTests {
  @Test func `only the first completion counts and returns true`() {
    let source = TaskCompletionSource<Int>()
    #expect(source.trySet(result: 1))
    #expect(!source.trySet(result: 2))
    #expect(!source.trySet(error: Broken()))
    #expect(!source.tryCancel())
    #expect(source.task.result == 1)
    let failing = TaskCompletionSource<Int>()
    #expect(failing.trySet(error: Broken()))
    #expect(word(failing.task) == "faulted")
    let cancelled = TaskCompletionSource<Int>()
    #expect(cancelled.tryCancel())
    #expect(word(cancelled.task) == "cancelled")
  }

  @Test func `completing a completed task stops the program`() async {
    await #expect(processExitsWith: .failure) { completed().set(result: 1) }
    await #expect(processExitsWith: .failure) { completed().set(error: CancelledError()) }
    await #expect(processExitsWith: .failure) { completed().cancel() }
  }
}

private func completed() -> TaskCompletionSource<Int> {
  let source = TaskCompletionSource<Int>()
  source.set(result: 1)
  return source
}

/// Returns a task in each of the final states.
func finished() -> [Task<Int>] {
  [Task(1), Task(error: Broken()), .cancelledTask()]
}

/// Returns a word for the state of a task.
func word<T>(_ task: Task<T>) -> String {
  switch (task.completed, task.faulted, task.cancelled) {
  case (false, false, false): "pending"
  case (true, true, false): "faulted"
  case (true, false, true): "cancelled"
  case (true, false, false): "succeeded"
  default: "confused"
  }
}
