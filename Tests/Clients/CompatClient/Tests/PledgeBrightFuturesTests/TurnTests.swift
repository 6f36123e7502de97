import Foundation
import PledgeBrightFutures
import TestSupport
import Testing

@Suite(.hangLimit)
struct TurnTests {
  @Test func `callbacks of one future run one at a time on any contexts`() async {
    let promise = Promise<Int, Never>()
    let inside = Log<Int>()
    let most = Log<Int>()
    let contexts: [ExecutionContext] = [
      DispatchQueue.global().context, DispatchQueue.main.context, immediateExecutionContext,
      DispatchQueue(label: "own").context, maxStackDepthExecutionContext,
    ]
    let marks = (0..<200).map { index in
      promise.future.map(contexts[index % contexts.count]) { _ in
        inside.add(1)
        most.add(inside.entries.reduce(0, +))
        inside.add(-1)
      }
    }
    DispatchQueue.global().async { promise.success(1) }
    _ = await marks.sequence().get()
    #expect(most.entries.count == 200)
    #expect(most.entries.max() == 1)
  }

  @Test func `a callback blocks its thread while another one runs`() async {
    let queues = (DispatchQueue(label: "running"), DispatchQueue(label: "waiting"))
    // In most rounds, a callback that does not wait would run first, because the running one has to
    // wake up.
    for _ in 0..<100 {
      let future = Future<Int, Never>(value: 1)
      let (begun, arrived) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let log = Log<Int>()
      let running = future.map(queues.0.context) { _ in
        begun.signal()
        arrived.wait()
        log.add(1)
      }
      let waiting = await onSmallStack {
        begun.wait()
        return future.map({ task in
          queues.1.async {
            arrived.signal()
            task()
          }
        }) { _ in log.add(2) }
      }
      _ = await running.zip(waiting).get()
      #expect(log.entries == [1, 2])
    }
  }

  @Test func `callbacks of two futures run concurrently`() async {
    let meeting = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let first = Future<Int, Never>(value: 1).map(DispatchQueue(label: "1").context) { _ in
      meeting.0.signal()
      meeting.1.wait()
    }
    let second = Future<Int, Never>(value: 1).map(DispatchQueue(label: "2").context) { _ in
      meeting.1.signal()
      meeting.0.wait()
    }
    _ = await first.zip(second).get()
    // Completion is the assertion.
  }

  @Test func `many callbacks of many futures on mixed contexts all run`() async {
    let promises = (0..<10).map { _ in Promise<Int, Never>() }
    let contexts: [ExecutionContext] = [
      immediateExecutionContext, DispatchQueue.main.context, DispatchQueue.global().context,
    ]
    let count = Log<Int>()
    let marks = promises.flatMap { promise in
      (0..<60).map { index in
        promise.future.andThen(context: contexts[index % 3]) { _ in count.add(1) }
      }
    }
    await onThreads(10) { promises[$0].success($0) }
    _ = await marks.sequence().get()
    #expect(count.entries.count == 600)
  }
}
