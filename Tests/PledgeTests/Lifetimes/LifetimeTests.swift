import Pledge
import PledgeTestSupport
import Testing

/// Work leaves nothing behind, however it ends, and in whatever order its parts are released.
@Suite(.hangLimit)
struct HalfBuiltTests {
  private let cage = Cage()

  @Test(arguments: HalfBuilt.all)
  func `leaves nothing behind`(of halfBuilt: HalfBuilt) {
    halfBuilt.drop(cage)

    #expect(cage.living == 0)
  }
}

struct CombiningLifetimeTests {
  private let values = Cage()
  private let captures = Cage()

  @Test(arguments: Combination.all)
  func `leaves nothing behind if it is not retained`(combination: Combination) {
    do {
      let sources = (0..<combination.width).map { _ in Source() }
      _ = combination.combine(sources.map { $0.stage(capturing: captures) })

      for source in sources { source.end(.fulfilled, of: source.promise, with: values) }
    }
    #expect(values.living == 0)
    #expect(captures.living == 0)
  }

  @Test(arguments: Combination.ofSeveral.filter { !$0.file.hasPrefix("MapConcurrently") })
  func `is settled when the promises that it waits for are released`(combination: Combination) {
    let combined = {
      let roots = (0..<combination.width).map { _ in Promise<Canary>() }
      let combined = combination.combine(roots)
      #expect(combined.isPending)
      return withExtendedLifetime(roots) { combined }
    }()

    #expect(!combined.isPending)
  }

  @Test(arguments: Combination.ofSeveral)
  func `leaves nothing behind when threads race to settle and discard`(combination: Combination) {
    for round in 0..<200 {
      let roots = (0..<combination.width).map { _ in Promise<Canary>() }
      let combined = combination.combine(roots)
      concurrently(combination.width + 1) { index in
        if index == combination.width {
          if round % 2 == 0 { combined.discard() }
        } else if round % 3 == 0, index == 0 {
          roots[index].reject(values.canary())
        } else {
          roots[index].resolve(values.canary())
        }
      }
      #expect(!combined.isPending)
    }
    #expect(values.living == 0)
  }
}

/// Queues and caches keep nothing of operations that have ended.
struct QueueLifetimeTests {
  private let queue = PromiseQueue()
  private let captures = Cage()

  @Test func `waits for the end leave nothing behind`() {
    let never = Promise<Int>()
    _ = queue.add { never }
    for _ in 0..<1_000 {
      queue.drained().tap { [closure = captures.closure()] in closure() }.discard()
    }

    #expect(captures.living == 0)
    #expect(queue.running == 1)
    queue.discardAll()
  }

  @Test func `a load whose consumers detach releases its waiters one by one`() {
    let flights = SingleFlight<Int, Int>()
    let never = Promise<Int>()
    let promise = flights.value(for: 1) { never }
    for _ in 0..<1_000 {
      flights.value(for: 1) { never }
        .tap { [closure = captures.closure()] _ in closure() }
        .discard()
    }

    #expect(captures.living == 0)
    #expect(promise.isPending)
    promise.discard()
  }
}
