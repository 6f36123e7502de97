/// Whether something grows with the work that is done, seen from samples of it.
///
/// What is sampled while nothing is under way is what is kept, and sometimes a little that is about to
/// go: so the least of some samples says most. A trend is the least of the second half against the
/// least of the first.
struct Trend {
  /// How much work had been done, and how much there was then.
  typealias Sample = (work: Int, amount: Int)

  let samples: ArraySlice<Sample>

  /// Leaves out the first fifth, in which pools and tables find their size.
  init(of samples: [Sample]) {
    self.samples = samples.dropFirst(samples.count / 5)
  }

  var first: ArraySlice<Sample> { samples.prefix(samples.count / 2) }
  var second: ArraySlice<Sample> { samples.suffix(samples.count / 2) }

  /// How much more there was in the second half, and after how much work; `nil` if there is too little
  /// to tell.
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
