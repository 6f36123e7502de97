import Dispatch
import Foundation
import PledgeBolts
import TestSupport
import Testing

@Suite(.hangLimit)
struct ContinueTests {
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
}

@Suite(.hangLimit)
struct ExecutorTests {
  @Test func `twenty closures of the default executor nest, the next goes to a queue`() {
    let depths = Log<Int>()
    let moved = DispatchSemaphore(value: 0)
    @Sendable func nest(_ depth: Int, from thread: ObjectIdentifier) {
      guard currentThread() == thread else {
        moved.signal()
        return
      }
      depths.add(depth)
      Executor.default.execute { nest(depth + 1, from: thread) }
    }
    nest(0, from: currentThread())
    moved.wait()
    #expect(depths.entries.last == 20)
  }

  @Test func `an operation queue runs its closure as an operation`() {
    let queue = OperationQueue()
    queue.isSuspended = true
    let task = Task.execute(.operationQueue(queue)) { OperationQueue.current === queue }
    #expect(queue.operationCount == 1)
    queue.isSuspended = false
    task.waitUntilCompleted()
    #expect(task.result == true)
  }

  @Test func `the main-thread executor is synchronous on the main thread only`() async {
    let onMain = await MainActor.run {
      let log = Log<Int>()
      Executor.mainThread.execute { log.add(1) }
      let task = Task(.mainThread) { 2 }
      let next = task.continueWith(.mainThread) { _ in 3 }
      return log.entries + [task.result, next.result].compactMap { $0 }
    }
    #expect(onMain == [1, 2, 3])
    let handled: Bool = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        Task(1).continueWith(.mainThread) { _ in
          dispatchPrecondition(condition: .onQueue(.main))
          continuation.resume(returning: true)
        }
      }
    }
    #expect(handled)
  }

  @Test func `a function decides where its closure runs; by default, that is before it returns`() {
    let kept = Log<@Sendable () -> Void>()
    let escaping = Task(.escapingClosure { kept.add($0) }) { 1 }
    #expect(!escaping.completed)
    kept.entries[0]()
    kept.entries[0]()
    #expect(escaping.result == 1)
    #expect(Task(.closure { closure in closure() }) { 2 }.result == 2)
    let executors: [Executor] = [
      .default, .immediate, .closure { $0() }, .escapingClosure { $0() },
    ]
    let log = Log<Int>()
    for (number, executor) in executors.enumerated() {
      executor.execute { log.add(number) }
      #expect(log.entries.last == number)
    }
  }

  @Test func `every executor has a description`() {
    let executors: [Executor] = [
      .default, .immediate, .mainThread, .queue(.main), .operationQueue(OperationQueue()),
      .closure { $0() }, .escapingClosure { $0() },
    ]
    #expect(executors.allSatisfy { !$0.description.isEmpty && !$0.debugDescription.isEmpty })
    #expect(Set(executors.map(\.description)).count == executors.count)
  }
}
