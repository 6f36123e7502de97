import Testing

@testable import fanout

@Suite struct KillPlanTests {
  @Test(arguments: 0..<50)
  func `it kills the given number of different workers in the middle of the run`(seed: Int) {
    let kills = KillPlan(count: 3, workers: 4, items: 500, seed: seed).kills

    #expect(Set(kills.map(\.worker)).count == 3)
    #expect(kills.allSatisfy { 50...450 ~= $0.after && 0..<4 ~= $0.worker })
  }

  @Test func `the seed determines the plan`() {
    let plans = (0..<50).map { KillPlan(count: 1, workers: 4, items: 500, seed: $0).kills[0] }

    #expect(plans[7] == KillPlan(count: 1, workers: 4, items: 500, seed: 7).kills[0])
    #expect(Set(plans.map(\.worker)) == [0, 1, 2, 3])
    #expect(Set(plans.map(\.after)).count > 20)
  }

  @Test func `each kill is due once`() {
    var plan = KillPlan(count: 2, workers: 4, items: 100, seed: 3)
    let kills = plan.kills

    #expect(plan.due(at: kills[0].after - 1) == [])
    #expect(plan.due(at: 100) == kills)
    #expect(plan.due(at: 100) == [])
  }
}
