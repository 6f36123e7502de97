import PledgeTestSupport

/// A clock whose `sleep` fails.
struct FailingClock: Clock {
  let minimumResolution = Duration.zero
  var now: ContinuousClock.Instant { .now }

  func sleep(until _: ContinuousClock.Instant, tolerance _: Duration?) async throws {
    throw Broken()
  }
}
