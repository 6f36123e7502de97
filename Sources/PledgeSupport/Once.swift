internal import CPledge

/// A flag that selects the first of several callers.
package final class Once: @unchecked Sendable {
  @exclusivity(unchecked) private var wasCalled: UInt = 0

  package init() {}

  /// Returns whether this is the first call.
  ///
  /// Callable from any thread.
  package func callAsFunction() -> Bool {
    // SAFETY: the only stored property follows the object header.
    let word = unsafe (Unmanaged.passUnretained(self).toOpaque() + ObjectLayout.headerSize)
      .assumingMemoryBound(to: UInt.self)
    var expected: UInt = 0
    // Acquiring: later accesses by the first caller are not moved before this.
    return unsafe pledge_cas_acquire(word, &expected, 1)
  }
}
