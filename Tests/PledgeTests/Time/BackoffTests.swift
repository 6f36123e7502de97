import Pledge
import Testing

struct BackoffTests {
  @Test func `none never waits`() {
    #expect(delays(of: .none) == [.zero, .zero, .zero, .zero])
  }

  @Test func `a constant one always waits as long`() {
    #expect(delays(of: .constant(.seconds(2))) == [2, 2, 2, 2].map(Duration.seconds))
  }

  @Test func `a linear one grows by the first wait`() {
    #expect(delays(of: .linear(.seconds(2))) == [2, 4, 6, 8].map(Duration.seconds))
  }

  @Test func `an exponential one doubles`() {
    #expect(delays(of: .exponential(.seconds(1))) == [1, 2, 4, 8].map(Duration.seconds))
  }

  @Test func `an exponential one multiplies by its factor`() {
    let backoff = Backoff.exponential(.seconds(1), factor: 3)

    #expect(delays(of: backoff) == [1, 3, 9, 27].map(Duration.seconds))
  }

  @Test func `an exponential one does not overflow`() {
    let backoff = Backoff.exponential(.seconds(1), factor: 10)

    #expect(backoff.delay(after: 5_000) > .seconds(86_400))
    #expect(backoff.delay(after: .max) > .seconds(86_400))
  }

  @Test func `a capped one never exceeds the limit`() {
    let backoff = Backoff.linear(.seconds(2)).capped(at: .seconds(5))

    #expect(delays(of: backoff) == [2, 4, 5, 5].map(Duration.seconds))
  }

  @Test func `a jittered one keeps what is not left to chance`() {
    let backoff = Backoff.constant(.seconds(8)).jittered(0.25)

    for attempt in 1...200 {
      let delay = backoff.delay(after: attempt)
      #expect(delay >= .seconds(6))
      #expect(delay <= .seconds(8))
    }
  }

  @Test func `a jittered one varies`() {
    let backoff = Backoff.constant(.seconds(8)).jittered()

    #expect(Set((1...20).map { backoff.delay(after: $0) }).count > 1)
  }

  @Test(arguments: [-1.0, 2.0])
  func `a jitter that makes no sense stays within the wait`(share: Double) {
    let backoff = Backoff.constant(.seconds(8)).jittered(share)

    for attempt in 1...50 {
      #expect((.zero ... .seconds(8)).contains(backoff.delay(after: attempt)))
    }
  }

  @Test func `one of one's own gets the number of the attempt`() {
    #expect(delays(of: Backoff { .seconds($0 * $0) }) == [1, 4, 9, 16].map(Duration.seconds))
  }

  @Test func `is never negative`() {
    #expect(delays(of: .constant(.seconds(-1))) == [.zero, .zero, .zero, .zero])
    #expect(Backoff.linear(.seconds(1)).capped(at: .seconds(-1)).delay(after: 1) == .zero)
  }

  private func delays(of backoff: Backoff) -> [Duration] {
    (1...4).map(backoff.delay(after:))
  }
}
