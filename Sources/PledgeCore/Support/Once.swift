/// A flag that selects the first of several callers.
package final class Once: @unchecked Sendable {
  @exclusivity(unchecked) private var wasCalled: UInt = 0

  package init() {}

  /// Returns whether this is the first call.
  ///
  /// Callable from any thread.
  package func callAsFunction() -> Bool {
    // SAFETY: the only stored property follows the object header, like the words of a node.
    let word = unsafe AtomicWord<UInt>(
      (Unmanaged.passUnretained(self).toOpaque() + Node.headerSize)
        .assumingMemoryBound(to: UInt.self)
    )
    var expected: UInt = 0
    // Acquiring: later accesses by the first caller are not moved before this.
    return word.exchangeAcquiring(&expected, for: 1)
  }
}
