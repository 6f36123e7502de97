import PledgeTestSupport
import Testing

@testable import PledgeTesting

/// A program with a race in its use of Swift concurrency, and its repaired version.
///
/// The programs are distilled from public reports, and use nothing of Pledge. The buggy version
/// throws ``WrongOutcomeError``, or deadlocks, in some orders of its jobs, but rarely in the usual
/// one. The repaired version does so in none. Both versions end in every order that is explored.
struct UnmodifiedRace: CustomTestStringConvertible, Sendable {
  /// Whether what a program creates is its repaired version.
  @TaskLocal static var isRepaired = false

  let testDescription: String
  /// The rule for timers with which an exploration finds the race.
  let timers: Exploration.Timers
  let buggy: @Sendable () async throws -> Void

  init(
    _ name: String,
    timers: Exploration.Timers = .afterJobs,
    _ program: @escaping @Sendable () async throws -> Void
  ) {
    (testDescription, self.timers, buggy) = (name, timers, program)
  }

  func repaired() async throws {
    try await UnmodifiedRace.$isRepaired.withValue(true) { try await buggy() }
  }

  static let all = [
    doubleLoad, doubleRefresh, lostPermit, staleResults, doublePage, lateProgress, outlivedToast,
    lateCancellation, lostLine, messageOrder, lostUpdate, outdatedCache, unwantedConnection,
    staleRollback, ignoredStop, undoneLogout, doubleDebounce, retryAfterCancel, doubleResume,
    leakedWork,
    // The following ones were written before the search changed that finds them.
    strandedWaiter, forgottenRequest, lateJoiner, ignoredAnswer, lockOrder, tornRead, leftTimeout,
    lateSubscriber, earlyShutdown, revivedState, staleStamp, stuckState,
  ]
}

/// The state of a screen in such a program.
@MainActor
class ScreenModel {
  let isRepaired = UnmodifiedRace.isRepaired

  init() {}
}

/// Thrown by a race that has ended with another outcome than the expected one.
private struct WrongOutcomeError: Error, CustomStringConvertible {
  let description: String
}

/// Throws ``WrongOutcomeError`` if `outcome` differs from `expected`.
func expectOutcome<Value: Equatable>(_ outcome: Value, is expected: Value) throws {
  guard outcome == expected else {
    throw WrongOutcomeError(description: "the outcome is \(outcome), expected \(expected)")
  }
}

@Suite(.hangLimit)
struct UnmodifiedRacesTests {
  @Test(arguments: UnmodifiedRace.all)
  func `a repaired version passes in the usual order`(race: UnmodifiedRace) async {
    await #expect(throws: Never.self) { try await race.repaired() }
  }
}

/// Explorations of the programs; no program uses the world.
@Suite(.enabled(if: RuntimeHooks.support.hasSleeps && RuntimeHooks.support.hasPoints), .hangLimit)
struct ExploredRacesTests {
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(arguments: UnmodifiedRace.all)
  func `an ordering of the buggy version fails, and replays`(race: UnmodifiedRace) throws {
    let found = try #require(throws: ExplorationError.self) {
      try explore(by: .random(seed: 1), timers: race.timers) { _ in try await race.buggy() }
    }
    let problem = found.problems.first ?? ""
    #expect(problem.firstMatch(of: /^(threw the outcome is|deadlock: )/) != nil, "\(found)")
    for _ in 1...(Litmus.runs == nil ? 10 : 100) {
      let replayed = #expect(throws: ExplorationError.self) {
        try explore(replaying: found.replay) { _ in try await race.buggy() }
      }
      #expect(replayed?.problems == found.problems)
      #expect(replayed?.steps == found.steps)
    }
  }

  /// The default one, by night with ten seeds, and the one in which tasks share actors and locks.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(arguments: 1...(Litmus.runs == nil ? 2 : 10))
  func `two searches find each race within 2,000 orderings`(seed: Int) throws {
    for race in UnmodifiedRace.all {
      let body = { try $0.run { _ in try await race.buggy() } } as Explorer.Body
      try withExplorer(of: body, race.timers) { explorer in
        var search = Search(.mixed(seed: UInt64(seed)))
        let found = explorer.search(&search, within: .orderings(2_000))
        #expect(found != nil, "\(race.testDescription)")
        var reduced = Search(.exhaustive, sharing: .actorsAndLocks)
        let foundReduced = explorer.search(&reduced, within: .orderings(2_000))
        #expect(foundReduced != nil, "\(race.testDescription)")
      }
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(arguments: UnmodifiedRace.all)
  func `no ordering of the repaired version fails`(race: UnmodifiedRace) {
    for strategy in [Exploration.Strategy.mixed()] {
      #expect(throws: Never.self) {
        try explore(by: strategy, within: .orderings(150), timers: race.timers) { _ in
          try await race.repaired()
        }
      }
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(.enabled(if: reportsHaveLines), arguments: UnmodifiedRace.all)
  func `a report begins with the failure, both places, and both tasks`(
    race: UnmodifiedRace
  ) throws {
    let found = try #require(throws: ExplorationError.self) {
      try explore(timers: race.timers) { _ in try await race.buggy() }
    }
    let lines = "\(found)".split(separator: "\n").prefix(3)
    #expect(lines[0].hasPrefix(found.problems[0]))
    #expect(lines[1].hasPrefix("passes unless `"), "\(found)")
    let task = /the body|task \d+ from \w+\.swift:\d+/
    #expect(lines[1].matches(of: task).count == 2, "\(found)")
    // The places where the tasks were started do not count.
    let places = String(lines[1]).replacing(task, with: "").matches(of: /\w+\.swift:\d+/)
    #expect(places.count >= 2, "\(found)")
    #expect(lines[2].hasPrefix("code: `"), "\(found)")
  }
}
