/// Says yes once, whoever asks.
package final class Once: @unchecked Sendable {
  @exclusivity(unchecked) private var isAsked: UInt = 0

  package init() {}

  /// Whether this is the first call.
  ///
  /// Any thread.
  package func callAsFunction() -> Bool {
    // SAFETY: the only stored property lies behind the header, like the words of a node.
    let word = unsafe AtomicWord(
      (Unmanaged.passUnretained(self).toOpaque() + Node.headerSize)
        .assumingMemoryBound(to: UInt.self)
    )
    var expected: UInt = 0
    // Acquiring: what the first one goes on to do is not moved before this.
    return word.exchangeAcquiring(&expected, for: 1)
  }
}
