import Pledge
import PledgeTestSupport
import Testing

@Suite(.hangLimit)
struct TimeoutTests {
  private let clock = ManualClock()

  @Test func `on the continuous clock, nothing is kept after the outcome or a discard`() async {
    // In a process of its own, because the timer is a promise while any test observes promises.
    await #expect(processExitsWith: .success) {
      for settles in [true, false] {
        let source = Promise<Int>()
        weak var kept: Promise<Int>?
        do {
          let promise = source.timeout(after: .seconds(3_600))
          kept = promise
          if settles { source.resolve(2) } else { promise.discard() }
          #expect(!promise.isPending)
        }
        #expect(kept == nil)
      }
    }
  }

  @Test func `a source that settles while the timer starts leaves nothing behind`() async {
    await #expect(processExitsWith: .success) {
      let cage = Cage()
      for number in 0..<2_000 {
        let source = Promise<Canary>()
        let promise = Locked<Promise<Canary>?>(nil)
        concurrently(2) { thread in
          if thread == 0 {
            source.resolve(cage.canary())
          } else {
            promise.value = source.timeout(after: .seconds(3_600))
          }
        }
        #expect(promise.value?.isPending == false, "\(number)")
        promise.value = nil
      }
      #expect(cage.living == 0)
    }
  }

  @Test func `the continuous clock is the default`() async {
    let source = Promise<Int>()
    let promise = source.timeout(after: .nanoseconds(1))

    await #expect(throws: TimeoutError(limit: .nanoseconds(1))) { try await promise.value }
    #expect(source.isPending)
  }
}
