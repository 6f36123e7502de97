import Pledge
import PledgeTestSupport
import Testing

/// Queues and caches keep nothing of operations that have ended.
struct QueueLifetimeTests {
  private let queue = PromiseQueue()
  private let captures = Cage()

  // MARK: - The queue

  @Test func `waits for the end leave nothing behind`() {
    let never = Promise<Int>()
    _ = queue.add { never }
    for _ in 0..<1_000 {
      queue.drained().tap { [closure = captures.closure()] in closure() }.discard()
    }

    #expect(captures.living == 0)
    #expect(queue.running == 1)
    queue.discardAll()
  }

  // MARK: - The cache

  @Test func `a load whose consumers detach releases its waiters one by one`() {
    let flights = SingleFlight<Int, Int>()
    let never = Promise<Int>()
    let promise = flights.value(for: 1) { never }
    for _ in 0..<1_000 {
      flights.value(for: 1) { never }
        .tap { [closure = captures.closure()] _ in closure() }
        .discard()
    }

    #expect(captures.living == 0)
    #expect(promise.isPending)
    promise.discard()
  }
}
