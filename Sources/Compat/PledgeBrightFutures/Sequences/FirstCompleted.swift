internal import Pledge

extension Sequence where Element: AsyncType {
  /// Returns an instance that completes like the first element to complete, whether a success or a
  /// failure.
  ///
  /// The other elements continue, and no longer reference it. Broken elements do not count.
  ///
  /// - Returns: An instance that completes on the thread that completes that element. Without
  ///   elements, it never completes.
  public func firstCompleted() -> Element {
    // Failures are values here: a rejection stands for an element that never completes.
    let candidates = map { $0.asAsync.core.handled.shared() }
    guard !candidates.isEmpty else { return Element() }
    let first = any(candidates).mapError { error in
      // Passes on the original `BrokenPromiseError`, so that it is reported only once.
      let brokenPromises = (error as? AggregateError)?.errors ?? []
      return brokenPromises.first { !$0.isCancellation } ?? DiscardedError()
    }
    return Element(other: Async(Core(first)))
  }
}
