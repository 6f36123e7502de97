import Pledge
import PledgeTestSupport
import Testing

/// The number and the size of live allocations return to their initial values.
///
/// Requires an otherwise idle process: `Scripts/Checks/leaks` runs this suite, other runs skip it.
@Suite(.serialized, .enabled(if: LiveAllocations.areCounted, "run by Scripts/Checks/leaks"))
struct LiveAllocationTests {
  private let cage = Cage(weight: 0)

  // MARK: - Operators

  @Test(arguments: Operator.all, Ending.allCases)
  func `an operator leaks nothing`(operation: Operator, ending: Ending) {
    let left = LiveAllocations.left {
      let source = Source()
      let stage = operation.plain(source.promise, cage.closure())
      source.end(ending, of: stage, with: cage)
      source.handleErrors(of: stage)
    }
    #expect(left == .none)
  }

  @Test(arguments: Operator.all, Ending.allCases)
  func `an operator on a settled promise leaks nothing`(operation: Operator, ending: Ending) {
    let left = LiveAllocations.left {
      let source = Source()
      source.end(ending, of: source.promise, with: cage)
      let stage = operation.plain(source.promise, cage.closure())
      source.handleErrors(of: stage)
    }
    #expect(left == .none)
  }

  @Test(arguments: Operator.all, Ending.allCases)
  func `an operator with a context leaks nothing`(operation: Operator, ending: Ending) {
    let left = LiveAllocations.left {
      let (source, context) = (Source(), ManualContext())
      let stage = operation.onContext(source.promise, context, cage.closure())
      source.end(ending, of: stage, with: cage)
      context.runAll()
      source.handleErrors(of: stage)
    }
    #expect(left == .none)
  }

  @Test(arguments: Operator.all, Ending.allCases)
  func `an operator with a released context leaks nothing`(operation: Operator, ending: Ending) {
    let left = LiveAllocations.left {
      let source = Source()
      let stage = operation.onContext(source.promise, ManualContext(), cage.closure())
      source.end(ending, of: stage, with: cage)
      source.handleErrors(of: stage)
    }
    #expect(left == .none)
  }

  // MARK: - Combinations

  @Test(arguments: Combination.synchronous, Ending.allCases)
  func `a combination leaks nothing`(combination: Combination, ending: Ending) {
    let left = LiveAllocations.left {
      let sources = (0..<combination.width).map { _ in Source() }
      let combined = combination.combine(sources.map { $0.stage(capturing: cage) })
      for source in sources { source.end(ending, of: combined, with: cage) }
      for source in sources { source.handleErrors(of: combined) }
    }
    #expect(left == .none)
  }

  @Test(arguments: Combination.asynchronous, Ending.allCases)
  func `asynchronous combinations leak nothing`(of combination: Combination, ending: Ending) async {
    let left = await LiveAllocations.leftEachTime {
      let source = Source()
      let combined = combination.combine([source.stage(capturing: cage)])
      source.end(ending, of: combined, with: cage)
      source.handleErrors(of: combined)
    }
    #expect(left == 0)
  }

  // MARK: - Unfinished work

  @Test(arguments: HalfBuilt.synchronous)
  func `unfinished work leaks nothing`(halfBuilt: HalfBuilt) {
    let left = LiveAllocations.left { halfBuilt.drop(cage) }
    #expect(left == .none)
  }

  @Test(arguments: HalfBuilt.asynchronous)
  func `unfinished work that other threads release leaks nothing`(halfBuilt: HalfBuilt) async {
    #expect(await LiveAllocations.leftEachTime { halfBuilt.drop(cage) } == 0)
  }

  @Test(arguments: Operator.all)
  func `a stage released after its root leaks nothing`(operation: Operator) {
    let left = LiveAllocations.left {
      var root: Promise<Canary>? = Promise()
      let stage = root.map { operation.plain($0, cage.closure()) }
      root = nil
      _ = stage?.failure
    }
    #expect(left == .none)
  }

  @Test(arguments: Operator.all)
  func `a stage released before its root leaks nothing`(operation: Operator) {
    let left = LiveAllocations.left {
      let root = Promise<Canary>()
      _ = operation.plain(root, cage.closure())
      withExtendedLifetime(root) {}
    }
    #expect(left == .none)
  }

  @Test(arguments: Combination.synchronous)
  func `a combination released before its roots leaks nothing`(combination: Combination) {
    let left = LiveAllocations.left {
      let roots = (0..<combination.width).map { _ in Promise<Canary>() }
      _ = combination.combine(roots.map { $0.tap(cage.handler()) })
      withExtendedLifetime(roots) {}
    }
    #expect(left == .none)
  }
}
