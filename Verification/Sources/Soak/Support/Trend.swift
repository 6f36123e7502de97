/// Detects whether a quantity grows with the work done, using samples.
///
/// A sample taken while nothing runs contains what is kept, and sometimes a little that is about to
/// be released, so the minimum of several samples is the most accurate. The trend compares the
/// minimum of the second half with that of the first.
struct Trend {
  /// The work done so far, and the amount at that time.
  typealias Sample = (work: Int, amount: Int)

  let samples: ArraySlice<Sample>

  /// Creates a trend without the first fifth, in which pools and tables reach their size.
  init(of samples: [Sample]) {
    self.samples = samples.dropFirst(samples.count / 5)
  }

  var first: ArraySlice<Sample> { samples.prefix(samples.count / 2) }
  var second: ArraySlice<Sample> { samples.suffix(samples.count / 2) }

  /// The growth from the first to the second half, and the work done in between, or `nil` with too
  /// few samples.
  var growth: Sample? {
    guard samples.count >= 8, let before = least(of: first), let after = least(of: second) else {
      return nil
    }
    return (after.work - before.work, after.amount - before.amount)
  }

  private func least(of samples: ArraySlice<Sample>) -> Sample? {
    samples.min { $0.amount < $1.amount }
  }
}
