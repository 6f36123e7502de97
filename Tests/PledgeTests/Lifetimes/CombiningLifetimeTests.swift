import Pledge
import PledgeTestSupport
import Testing

struct CombiningLifetimeTests {
  private let values = Cage()
  private let captures = Cage()

  @Test(arguments: Combination.all, Ending.allCases)
  func `leaves nothing behind`(of combination: Combination, ending: Ending) {
    expectNothingStays(of: combination, after: ending)
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
