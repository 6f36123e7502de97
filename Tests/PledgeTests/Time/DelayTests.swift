import Pledge
import PledgeTestSupport
import Testing

@Suite(.hangLimit)
struct DelayTests {
  private let clock = ManualClock()

  @Test(arguments: [.zero, .seconds(-1)] as [Duration])
  func `with a delay of zero or less, the value is passed on immediately`(interval: Duration) {
    #expect(Promise(value: 2).delay(by: interval, clock: clock).got == 2)
  }

  @Test func `settling it manually ends the timer and releases the value`() async {
    let cage = Cage()
    let promise = Promise(value: cage.canary()).delay(by: .seconds(5), clock: clock).map { _ in 1 }
    await clock.waitForSleepers(1)

    promise.resolve(2)

    #expect(clock.sleepers == 0)
    #expect(cage.living == 0)
  }
}
