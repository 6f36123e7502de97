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
