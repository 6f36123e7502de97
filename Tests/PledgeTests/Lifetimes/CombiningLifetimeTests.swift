import Pledge
import Testing

struct CombiningLifetimeTests {
  private let values = Cage()
  private let captures = Cage()

  @Test(arguments: Combination.all, Ending.allCases)
  func `nothing stays`(of combination: Combination, ending: Ending) {
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
      for source in sources { source.hear(combined) }
    }
    #expect(values.living == 0)
  }

  @Test(arguments: Combination.all)
  func `nothing stays of one that nobody keeps`(combination: Combination) {
    do {
      let sources = (0..<combination.width).map { _ in Source() }
      _ = combination.combine(sources.map { $0.stage(capturing: captures) })

      for source in sources { source.end(.fulfilled, of: source.promise, with: values) }
    }
    #expect(values.living == 0)
    #expect(captures.living == 0)
  }
}
