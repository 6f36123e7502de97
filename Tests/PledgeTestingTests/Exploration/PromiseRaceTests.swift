import Pledge
import PledgeTestSupport
import Testing

@testable import PledgeTesting

/// A program with a race, or its repaired version.
typealias RaceProgram = (_ world: Exploration.World, _ isRepaired: Bool) throws -> Void

/// Verifies that the ordering of a quiet machine passes, as in a plain test; that an exploration
/// finds one that fails, shortens it as far as possible, and replays it; and that the repaired
/// version passes in every ordering, or as many as the budget allows.
///
/// - Returns: The number of orderings of the repaired version.
@discardableResult
func expectRace(
  within budget: Exploration.Budget? = nil,
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
  if budget == nil {
    let fewest = fewestFailingSteps { try program($0, false) }
    #expect(found.steps.count == fewest, sourceLocation: location)
  }

  let replayed = try #require(throws: ExplorationError.self, sourceLocation: location) {
    try explore(replaying: found.replay) { try program($0, false) }
  }
  #expect(replayed.problems == found.problems, sourceLocation: location)
  #expect(replayed.steps == found.steps, sourceLocation: location)

  let report = try explore(by: .exhaustive, within: budget ?? .orderings(10_000)) {
    try program($0, true)
  }
  #expect(report.isComplete == (budget == nil), sourceLocation: location)
  return report.tried
}

/// The number of steps of the shortest ordering that fails, found by trying all orderings.
func fewestFailingSteps(_ body: @escaping Explorer.Body) -> Int? {
  let watch = Watch()
  return watch.watch {
    let explorer = Explorer(watch: watch, body: body)
    var (search, fewest) = (Search(.exhaustive), Int?.none)
    while let guide = search.nextGuide() {
      let ordering = explorer.ordering(guide)
      search.note(ordering.guide.choices)
      if !ordering.problems.isEmpty { fewest = min(ordering.steps, fewest ?? .max) }
    }
    return fewest
  }
}

/// Progress is measured in one order, and shown in another one.
struct BackwardProgressTests {
  @Test func `an exploration finds the race`() throws {
    try expectRace { world, isRepaired in
      let (done, shown) = (Locked(0), Locked([Int]()))
      for number in 1...3 {
        world.pending(Void.self, .value(()), label: "part \(number)")
          .map {
            done.withLock { done in
              done += 1
              return done
            }
          }
          // The parts are decoded on different contexts.
          .map(on: world.context("decoder \(number)")) { $0 }
          .observe(on: world.context("main")) { result in
            let progress = (try? result.get()) ?? 0
            shown.withLock { $0.append(isRepaired ? max(progress, $0.last ?? 0) : progress) }
          }
      }
      world.run()
      world.expect(shown.value == shown.value.sorted(), "shows \(shown.value)")
    }
  }
}

/// A request has a limit for each attempt, and one for all attempts that ends at the same time.
struct CompetingTimeoutsTests {
  private final class Client: Sendable {
    let requests = Locked(0)
    private let hasGivenUp = Locked(false)
    private let world: Exploration.World
    private let comparesTime: Bool

    init(_ world: Exploration.World, comparesTime: Bool) {
      self.world = world
      self.comparesTime = comparesTime
    }

    private var isOver: Bool {
      comparesTime ? world.clock.now.offset >= .seconds(10) : hasGivenUp.value
    }

    func load() {
      after(.seconds(10), clock: world.clock).observe { [hasGivenUp] _ in hasGivenUp.value = true }
      attempt()
    }

    private func attempt() {
      requests.withLock { $0 += 1 }
      world.pending(Int.self, .never, label: "request")
        .timeout(after: .seconds(5), clock: world.clock)
        .observe { [self] result in
          if case .failure(is TimeoutError) = result, !isOver { attempt() }
        }
    }
  }

  @Test func `an exploration finds the race`() throws {
    let orderings = try expectRace { world, isRepaired in
      let client = Client(world, comparesTime: isRepaired)
      client.load()
      world.run()
      world.expect(client.requests.value <= 2, "\(client.requests.value) requests")
    }
    // The timer at five seconds is first; the two at ten seconds have either order.
    #expect(orderings == 2)
  }
}

/// The user cancels a download that has already been saved.
struct LateCancellationTests {
  @Test func `an exploration finds the race`() throws {
    let orderings = try expectRace { world, isRepaired in
      let label = Locked("loading")
      let saved = Locked(false)
      let download = world.pending(String.self, .value("file"), label: "download")
        .observe(on: world.context("main")) { result in
          guard case .success = result else { return }
          saved.value = true
          label.value = "saved"
        }
      world.context("user").run("cancel") {
        guard !isRepaired || download.isPending else { return }
        download.discard()
        label.value = "canceled"
      }
      world.run()
      world.expect(saved.value == (label.value == "saved"), "saved, but \(label.value)")
    }
    // Canceling comes first, and the download has no answer; or after the answer, before its job,
    // which is then without effect; or after the job.
    #expect(orderings == 3)
  }
}

/// A lock is released between the check of a waiter and its registration.
struct LostWakeUpTests {
  private final class UserLock: Sendable {
    private struct State {
      var isTaken = false
      var waiters: [Promise<Void>] = []
    }

    private let state = Locked(State())
    private let checker: WorldContext
    private let registrar: WorldContext
    private let isAtomic: Bool

    init(_ world: Exploration.World, isAtomic: Bool) {
      (checker, registrar) = (world.context("check"), world.context("register"))
      self.isAtomic = isAtomic
    }

    func acquire() -> Promise<Void> {
      let turn = Promise<Void>()
      checker.run("check") { [self] in
        if take() { return turn.resolve() }
        if isAtomic { return add(turn) }
        registrar.run("register") { [self] in add(turn) }
      }
      return turn
    }

    func release() {
      let next = state.withLock { state -> Promise<Void>? in
        state.isTaken = !state.waiters.isEmpty
        return state.isTaken ? state.waiters.removeFirst() : nil
      }
      next?.resolve()
    }

    private func take() -> Bool {
      state.withLock { state in
        defer { state.isTaken = true }
        return !state.isTaken
      }
    }

    private func add(_ turn: Promise<Void>) {
      state.withLock { $0.waiters.append(turn) }
    }
  }

  @Test func `an exploration finds the race`() throws {
    try expectRace { world, isRepaired in
      let lock = UserLock(world, isAtomic: isRepaired)
      for number in 1...2 {
        lock.acquire()
          .flatMap { world.pending(Void.self, .value(()), label: "work \(number)") }
          .ensure { lock.release() }
          .ignoringErrors()
      }
      // No expectation: a promise that stays pending fails the ordering.
      world.run()
    }
  }
}

/// A request that was discarded is retried, because a discard looks like any other error.
struct RetryAfterDiscardTests {
  private struct Offline: Error {}

  @Test func `an exploration finds the race`() throws {
    try expectRace { world, isRepaired in
      let attempts = Locked(0)
      let bag = DiscardBag()
      world.mayDiscard(bag, label: "the screen")
      @Sendable func attempt() {
        attempts.withLock { $0 += 1 }
        world.pending(Int.self, .value(1), .never, label: "request")
          .discarded(by: bag)
          .observe { result in
            guard case .failure(let error) = result, attempts.value < 2 else { return }
            if !isRepaired || !(error is DiscardedError) { attempt() }
          }
      }
      attempt()
      world.run()
      world.expect(attempts.value == 1, "\(attempts.value) requests")
    }
  }
}

/// A late answer to an earlier search replaces the answer to the latest one.
struct StaleResultTests {
  private final class SearchModel: Sendable {
    let results = Locked("")
    private let bag = DiscardBag()
    private let world: Exploration.World
    private let discardsPrevious: Bool

    init(_ world: Exploration.World, discardsPrevious: Bool) {
      self.world = world
      self.discardsPrevious = discardsPrevious
    }

    func search(_ text: String) {
      if discardsPrevious { bag.discardAll() }
      world.pending(String.self, .value("\(text)…"), label: text)
        .observe(on: world.context("main")) { [results] result in
          if let answer = try? result.get() { results.value = answer }
        }
        .discarded(by: bag)
    }
  }

  @Test func `an exploration finds the race`() throws {
    try expectRace { world, isRepaired in
      let model = SearchModel(world, discardsPrevious: isRepaired)
      model.search("a")
      model.search("ab")
      world.run()
      world.expect(model.results.value == "ab…", "the results are \(model.results.value)")
    }
  }

  /// Tries up to four searches.
  ///
  /// Each of *n* searches has an answer and a job, and all jobs are on one context, in the order of
  /// the answers. For each of the *n*! orders of the answers, the answers and the jobs are merged
  /// so that at each point there are at least as many answers as jobs: as many ways as there are
  /// balanced sequences of *n* pairs of parentheses, the Catalan numbers 1, 2, 5, 14. So there are
  /// 1 × 1, 2 × 2, 6 × 5, and 24 × 14 orderings.
  @Test(arguments: [(1, 1), (2, 4), (3, 30), (4, 336)])
  func `the number of orderings is the one derived by hand`(searches: Int, count: Int) throws {
    let report = try explore(by: .exhaustive) { world in
      let model = SearchModel(world, discardsPrevious: false)
      for number in 1...searches { model.search("\(number)") }
      world.run()
    }
    #expect(report.isComplete)
    #expect(report.tried == count)
    #expect(report.orderings == Double(count))
  }
}

/// The success of one request hides the error of another one, if it comes later.
struct SwallowedErrorTests {
  private struct Offline: Error {}

  @Test func `an exploration finds the race`() throws {
    let orderings = try expectRace { world, isRepaired in
      let (failed, banner) = (Locked(false), Locked(false))
      let main = world.context("main")
      world.pending(Int.self, .value(1), .error(Offline()), label: "profile")
        .observe(on: main) { result in
          if case .failure = result { (failed.value, banner.value) = (true, true) }
        }
      world.pending(Int.self, .value(2), label: "news")
        .observe(on: main) { _ in if !isRepaired { banner.value = false } }
      world.run()
      world.expect(banner.value == failed.value, "the error is not shown")
    }
    // The answers and jobs are those of two searches (see `StaleResultTests`), with two answers to
    // one of the requests.
    #expect(orderings == 4 * 2)
  }
}
