import PledgeTestSupport
import Testing

@testable import PledgeTesting

/// Explorations of the programs, none of which uses the world.
@Suite(.enabled(if: RuntimeHooks.support.hasSleeps), .hangLimit)
struct ExploredRacesTests {
  private static let all = UnmodifiedRace.first + UnmodifiedRace.second

  @Test(arguments: all)
  func `an ordering of the buggy version fails, and replays`(race: UnmodifiedRace) throws {
    let found = try #require(throws: ExplorationError.self) {
      try explore(by: .random(seed: 1)) { _ in try await race.buggy() }
    }
    #expect(found.problems.first?.hasPrefix("threw the outcome is") == true, "\(found)")
    for _ in 1...100 {
      let replayed = #expect(throws: ExplorationError.self) {
        try explore(replaying: found.replay) { _ in try await race.buggy() }
      }
      #expect(replayed?.problems == found.problems)
      #expect(replayed?.steps == found.steps)
    }
  }

  @Test(arguments: all)
  func `no ordering of the repaired version fails`(race: UnmodifiedRace) {
    for strategy in [Exploration.Strategy.exhaustive, .random(seed: 1)] {
      #expect(throws: Never.self) {
        try explore(by: strategy, within: .orderings(150)) { _ in try await race.repaired() }
      }
    }
  }

  @Test(
    arguments: [
      (UnmodifiedRace.doubleLoad, "ImageCache: task 2 in ImageCache.image"),
      (.doubleLoad, "clock at 0.008 seconds: task 1 wakes"),
      (.staleResults, "main actor: task 2"),
    ]
  )
  func `a step names the actor, the task, and the function, or the sleep`(
    race: UnmodifiedRace,
    step: String
  ) throws {
    let found = try #require(throws: ExplorationError.self) {
      try explore { _ in try await race.buggy() }
    }
    #expect(found.steps.contains(step))
  }
}
