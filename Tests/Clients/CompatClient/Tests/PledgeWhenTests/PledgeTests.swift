import Dispatch
import Pledge
import PledgeWhen
import TestSupport
import Testing

private typealias Promise = PledgeWhen.Promise

@Suite(.hangLimit)
struct PledgeTests {
  private let queue = DispatchQueue(label: "pledge")

  @Test func `a canceled promise becomes a discarded Pledge promise`() async {
    let cancelled = Promise<Int>(queue: queue)
    cancelled.cancel()
    await #expect(throws: DiscardedError.self) { try await cancelled.pledge.value }
  }
}

/// Tests broken promises, which stay pending as in When, and members of `when` that are no longer
/// needed.
@Suite(.hangLimit)
struct BrokenPromiseTests {
  @Test func `combinations that share members retain none of the members`() async {
    await #expect(processExitsWith: .success) {
      let reports = handledReports()
      var pairs: [Promise<(Int, Int)>] = []
      do {
        let (one, two) = (Promise<Int>(), Promise<Int>())
        pairs = [when(one, one), when(one, two), when(two, one)]
      }
      await mainQueueDrained(4)
      #expect(pairs.allSatisfy { $0.state.isPending })
      #expect(reports.entries.count == 2)
    }
  }

  @Test func `after the first rejection the values are released`() async {
    let pending = Promise<Life>()
    weak var life: Life?
    do {
      let (first, broken, value) = (Promise<Life>(), Promise<Life>(), Life())
      life = value
      _ = (when([first, pending, broken]), when(first, pending, broken))
      first.resolve(value)
      await mainQueueDrained(4)
      broken.reject(Broken())
      await mainQueueDrained(4)
    }
    #expect(life == nil)
    pending.cancel()
  }
}
