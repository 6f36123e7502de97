internal import CPledge

/// A flag that selects the first of several callers.
package final class Once: @unchecked Sendable {
  @exclusivity(unchecked) private var wasCalled: UInt = 0

  package init() {}

  /// Returns whether this is the first call.
  ///
  /// Callable from any thread.
  package func callAsFunction() -> Bool {
    unsafe Once.isFirst(ObjectLayout.firstWord(of: self))
  }

  /// Returns whether this is the first call for `word`, which was zero.
  package static func isFirst(_ word: UnsafeMutablePointer<UInt>) -> Bool {
    var expected: UInt = 0
    // Acquiring: later accesses by the first caller are not moved before this.
    return unsafe pledge_cas_acquire(word, &expected, 1)
  }
}
