/// A clock with continuous time whose `sleep` throws.
package struct FailingClock: Clock {
  package let minimumResolution = Duration.zero
  package var now: ContinuousClock.Instant { .now }

  /// Creates the clock.
  package init() {}

  package func sleep(until _: ContinuousClock.Instant, tolerance _: Duration?) async throws {
    throw Broken()
  }
}
