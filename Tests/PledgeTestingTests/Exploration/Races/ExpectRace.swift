import Pledge
import Testing

@testable import PledgeTesting

/// A program with a race, or its repaired version.
typealias RaceProgram = (_ world: Exploration.World, _ isRepaired: Bool) throws -> Void

/// Verifies that the ordering of a quiet machine passes, as in a plain test; that an exploration
/// finds one that fails, shortens it as far as possible, and replays it; and that the repaired
/// version passes in every ordering.
///
/// - Returns: The number of orderings of the repaired version.
@discardableResult
func expectRace(
  sourceLocation: SourceLocation = #_sourceLocation,
  _ program: @escaping RaceProgram
) throws -> Int {
  try explore(within: .orderings(1)) { try program($0, false) }

  let location = sourceLocation
  let found = try #require(throws: ExplorationError.self, sourceLocation: location) {
    try explore { try program($0, false) }
  }
  // The first ordering is that of a plain test, and passes.
  #expect(found.tried > 1, sourceLocation: location)
  let fewest = fewestFailingSteps { try program($0, false) }
  #expect(found.steps.count == fewest, sourceLocation: location)

  let replayed = try #require(throws: ExplorationError.self, sourceLocation: location) {
    try explore(replaying: found.replay) { try program($0, false) }
  }
  #expect(replayed.problems == found.problems, sourceLocation: location)
  #expect(replayed.steps == found.steps, sourceLocation: location)

  let report = try explore { try program($0, true) }
  #expect(report.isComplete, sourceLocation: location)
  return report.tried
}

/// The number of steps of the shortest ordering that fails, found by trying all of them.
func fewestFailingSteps(_ body: @escaping Explorer.Body) -> Int? {
  let watch = Watch()
  let installation = Diagnostics.install(watch)
  defer { installation.remove() }
  let explorer = Explorer(watch: watch, body: body)
  var (search, fewest) = (Search(.exhaustive), Int?.none)
  while let guide = search.nextGuide() {
    let ordering = explorer.ordering(guide)
    search.note(ordering.choices)
    if !ordering.problems.isEmpty { fewest = min(ordering.steps, fewest ?? .max) }
  }
  return fewest
}
