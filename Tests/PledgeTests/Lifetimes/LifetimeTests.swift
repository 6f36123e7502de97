import Pledge
import PledgeTestSupport
import Testing

/// Unfinished work that is dropped leaves nothing behind, in whatever order its parts are released.
@Suite(.hangLimit)
struct HalfBuiltTests {
  private let cage = Cage()

  @Test(arguments: HalfBuilt.all)
  func `leaves nothing behind`(of halfBuilt: HalfBuilt) {
    halfBuilt.drop(cage)

    #expect(cage.hatched > 0)
    #expect(cage.living == 0)
  }

  @Test(arguments: Operator.all)
  func `a stage released after its root leaves nothing behind`(of operation: Operator) {
    var root: Promise<Canary>? = Promise()
    let stage = root.map { operation.plain($0, cage.closure()) }
    #expect(cage.living == 1)

    withExtendedLifetime(root) {}
    root = nil

    #expect(stage?.isPending == false)
    _ = stage?.failure
    #expect(cage.living == 0)
  }

  @Test(arguments: Combination.all)
  func `a combination released after its roots leaves nothing behind`(combination: Combination) {
    let combined = combination.combine(
      (0..<combination.width).map { _ in Promise().tap(cage.handler()) }
    )

    #expect(!combined.isPending)
    _ = combined.failure
    #expect(cage.living == 0)
  }

  @Test(arguments: Combination.all)
  func `a combination released before its roots leaves nothing behind`(combination: Combination) {
    do {
      let roots = (0..<combination.width).map { _ in Promise<Canary>() }
      _ = combination.combine(roots.map { $0.tap(cage.handler()) })
      #expect(cage.living == combination.width)
      withExtendedLifetime(roots) {}
    }

    #expect(cage.living == 0)
  }
}

struct CombiningLifetimeTests {
  private let values = Cage()
  private let captures = Cage()

  @Test(arguments: Combination.all, Ending.allCases)
  func `leaves nothing behind`(of combination: Combination, ending: Ending) {
    do {
      let sources = (0..<combination.width).map { _ in Source() }
      let combined = combination.combine(sources.map { $0.stage(capturing: captures) })
      #expect(captures.living > 0)

      for source in sources { source.end(ending, of: combined, with: values) }

      #expect(!combined.isPending)
      if ending == .discarded, combination.outlivesDiscard {
        #expect(captures.living > 0)
        for source in sources { source.end(.fulfilled, of: combined, with: values) }
      }
      #expect(captures.living == 0)
      for source in sources { source.handleErrors(of: combined) }
    }
    #expect(values.living == 0)
  }

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
