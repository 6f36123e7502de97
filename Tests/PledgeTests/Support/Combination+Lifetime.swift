import PledgeTestSupport
import Testing

/// Expects that neither values nor captures stay in memory once `combination` has ended.
///
/// A new operator that is in no table calls this in its own test file.
func expectNothingStays(of combination: Combination, after ending: Ending) {
  let values = Cage()
  let captures = Cage()
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
