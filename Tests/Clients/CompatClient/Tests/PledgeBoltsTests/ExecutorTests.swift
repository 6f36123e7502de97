import Dispatch
import Foundation
import PledgeBolts
import TestSupport
import Testing

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

  @Test func `a queue runs its closures asynchronously, in order`() {
    let queue = DispatchQueue(label: "executor")
    queue.suspend()
    let task = Task(.queue(queue)) { 1 }
    let next = Task(1).continueWith(.queue(queue)) { _ in 2 }
    #expect(!task.completed && !next.completed)
    queue.resume()
    next.waitUntilCompleted()
    #expect(task.result == 1 && next.result == 2)
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
