import Foundation
import Pledge
import PledgeTesting
import Testing

/// A closure with a capture list is where the compiler does not open an `any Clock<Duration>`, and
/// `clock` is also a function of C: if a parameter were `some Clock`, this file would not compile.
@Suite("A clock in a property")
struct StoredClockTests {
  let clock: any Clock<Duration> = ManualClock()
  let start = Promise(value: ())

  @Test func `can be passed on by its plain name`() async throws {
    let limited = start.timeout(after: .seconds(1), clock: clock)
    try await expectFulfilled(limited)
    try await expectFulfilled(after(.zero, clock: clock))
    try await expectFulfilled(start.delay(by: .zero, clock: clock))
    try await expectFulfilled(PromiseQueue(clock: clock).add { Promise(value: 1) })
  }

  @Test func `can be captured by a closure that returns a promise`() async throws {
    try await expectFulfilled(
      start.flatMap { [start, clock] in start.timeout(after: .seconds(1), clock: clock) }
    )
    try await expectFulfilled(
      start.flatMap { [start, clock] in start.delay(by: .zero, clock: clock) }
    )
    try await expectFulfilled(start.flatMap { [clock] in after(.zero, clock: clock) })
    try await expectFulfilled(start.flatMap { [clock] in retry(clock: clock) { after(.zero) } })
    try await expectFulfilled(
      start.flatMap { [clock] in hedge(after: .zero, clock: clock) { after(.zero) } }
    )
    try await expectFulfilled(
      start.flatMap { [clock] in
        poll(every: .zero, clock: clock, until: { $0 == 1 }) { Promise(value: 1) }
      }
    )
  }
}
