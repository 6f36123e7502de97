import Dispatch
import Pledge
import PledgeTestSupport
import Testing

@Suite(.hangLimit)
struct DispatchQueueTests {
  @Test func `a handler that is discarded while it is queued does not run`() async {
    let queue = DispatchQueue(label: "handlers")
    let calls = Log<Void>()
    queue.suspend()
    let promise = Promise(value: 2).map(on: queue) { _ in calls.add() }

    promise.discard()
    queue.resume()
    await withCheckedContinuation { continuation in queue.async { continuation.resume() } }

    #expect(promise.isDiscarded)
    #expect(calls.count == 0)
  }
}
