internal import Pledge

extension Sequence where Element: AsyncType {
  /// Returns one that completes as the first of the elements that does, be it a success or a failure.
  ///
  /// The others go on, and keep nothing of it. Those that nobody can complete any more do not count.
  ///
  /// - Returns: One that completes on the thread that completes that element; never, without elements.
  public func firstCompleted() -> Element {
    // Failures are values here: a rejection is what never completes.
    let runners = map { $0.asAsync.core.handled.shared() }
    guard !runners.isEmpty else { return Element() }
    let first = any(runners).mapError { error in
      // A loss as it is, so that it is told of once.
      let brokenPromises = (error as? AggregateError)?.errors ?? []
      return brokenPromises.first { !$0.isCancellation } ?? DiscardedError()
    }
    return Element(other: Async(Core(first)))
  }
}
