import CScheduler
import Explorer
import Testing

/// Checks that weak mode finds the results that the memory model allows, and no others.
extension ExplorerTests {
  @Test(arguments: Litmus.all)
  func `weak mode finds exactly the allowed results`(litmus: Litmus) {
    scheduler_set_weak(true)
    defer { scheduler_set_weak(false) }
    let seen = Results()
    let rule = Scenario.Rule.invariant {
      seen.all.formUnion($0["result"])
      return true
    }
    var exploration = Exploration(of: Scenario("litmus", rule, litmus.arrange))
    #expect(exploration.explore(preemptions: litmus.bound) == nil)
    #expect(exploration.schedules.last == 0 || litmus.bound < 12)
    #expect(seen.all == litmus.allowed)
  }

  @Test func `a schedule in weak mode is repeated with the stores that it read`() throws {
    scheduler_set_weak(true)
    defer { scheduler_set_weak(false) }
    let rule = Scenario.Rule.invariant { $0["result"] != ["10"] }
    let scenario = Scenario("stale", rule, Litmus.all[0].arrange)
    var exploration = Exploration(of: scenario)
    let finding = exploration.explore(preemptions: 3)
    let text = exploration.last.description
    #expect(finding != nil && text.contains("~"))
    var other = Exploration(of: scenario)
    #expect(other.replay(try #require(Schedule(text))) == finding)
    #expect(other.last.description == text)
  }
}

private final class Results: @unchecked Sendable {
  var all: Set<String> = []
}
