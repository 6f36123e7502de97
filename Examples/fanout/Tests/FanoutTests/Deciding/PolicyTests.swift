import Testing

@testable import fanout

@Suite struct PolicyTests {
  private let policy = Policy(deadline: .seconds(8), hedgeAfter: .seconds(1), attempts: 3)

  @Test func `an attempt has half of the remaining time, the last one has all of it`() {
    #expect(policy.share(of: .seconds(8), attempt: 1) == .seconds(4))
    #expect(policy.share(of: .seconds(4), attempt: 2) == .seconds(2))
    #expect(policy.share(of: .seconds(2), attempt: 3) == .seconds(2))
  }

  @Test func `a second call has to come before the attempt is over`() {
    #expect(Policy(deadline: .seconds(8), hedgeAfter: .milliseconds(3999)).leavesTimeToHedge)
    #expect(!Policy(deadline: .seconds(8), hedgeAfter: .seconds(4)).leavesTimeToHedge)
    // The only attempt has the whole time.
    #expect(Policy(deadline: .seconds(8), hedgeAfter: .seconds(4), attempts: 1).leavesTimeToHedge)
  }
}
