import PledgeSupport
import Testing

@Suite struct LockedTests {
  @Test func `lets one thread in at a time`() {
    let team = Team()
    let count = Locked(0)
    team.race((0..<3).map { _ in { for _ in 0..<10_000 { count.withLock { $0 += 1 } } } })
    #expect(count.withLock { $0 } == 30_000)
  }

  @Test func `a countdown has one last arrival`() {
    let team = Team()
    let lasts = Tally()
    let countdown = Countdown(from: 300)
    team.race(
      (0..<3).map { _ in { for _ in 0..<100 where countdown.arrive() { lasts.up() } } }
    )
    #expect(lasts.count == 1)
  }
}
