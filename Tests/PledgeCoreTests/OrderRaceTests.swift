import Pledge
import PledgeSupport
import Testing

@Suite struct OrderRaceTests {
  @Test func `handlers start in the order of their registration while another thread settles`() {
    let team = Team()
    for _ in 0..<max(1, rounds / 5) {
      let promise = Promise<Int>()
      let seen = Locked<[Int]>([])
      team.race([
        { promise.resolve(1) },
        {
          for number in 0..<60 {
            promise.observe { _ in seen.withLock { $0.append(number) } }
          }
        },
      ])
      #expect(seen.withLock { $0 } == Array(0..<60))
    }
  }
}
