internal import Pledge

/// Returns a promise for the values of what `promiseIterator` makes, in that order, with at most so
/// many pending at a time.
///
/// The next one is made when one before it is fulfilled, on the thread that does that; never two at
/// once. The first rejection rejects the whole: nothing more is made, and what is pending goes on.
///
/// - Parameters:
///   - promiseIterator: Makes a promise, and so starts its work, when there is room for it.
///   - concurrently: How many may be pending at once; with less than one, nothing is made and the
///     returned promise is rejected with ``PMKError/badInput``.
/// - Returns: A promise for every value.
public func when<It: IteratorProtocol>(
  fulfilled promiseIterator: It,
  concurrently: Int
) -> Promise<[It.Element.T]> where It.Element: Thenable {
  guard concurrently > 0 else { return Promise(error: PMKError.badInput) }
  let values = Makings(promiseIterator).mapConcurrently(limit: concurrently) { $0 }
  return Promise(newborn: values.map { UncheckedSendable($0.map(\.value)) })
}

/// Returns a guarantee of the outcomes of what `promiseIterator` makes, in that order, with at most
/// so many pending at a time.
///
/// The next one is made when one before it is settled, on the thread that does that; never two at
/// once.
///
/// - Parameters:
///   - promiseIterator: Makes a promise, and so starts its work, when there is room for it.
///   - concurrently: How many may be pending at once; with less than one, nothing is made, and
///     ``PMKError/badInput`` is the only outcome.
/// - Returns: A guarantee of every outcome.
public func when<It: IteratorProtocol>(
  resolved promiseIterator: It,
  concurrently: Int
) -> Guarantee<[Result<It.Element.T>]> where It.Element: Thenable {
  guard concurrently > 0 else { return .value([.rejected(PMKError.badInput)]) }
  let outcomes = Makings(promiseIterator).mapConcurrently(limit: concurrently) { $0.settled }
  return Guarantee(newborn: outcomes.map { UncheckedSendable($0.map { Result($0) }) })
}

/// What an iterator makes, which may use it on any thread, as never two do at once.
private struct Makings<It: IteratorProtocol>: Sequence, IteratorProtocol, Sendable
where It.Element: Thenable {
  private var iterator: UncheckedSendable<It>

  init(_ iterator: It) {
    self.iterator = UncheckedSendable(iterator)
  }

  mutating func next() -> Pledge.Future<UncheckedSendable<It.Element.T>>? {
    iterator.value.next()?.uncheckedFuture
  }
}
