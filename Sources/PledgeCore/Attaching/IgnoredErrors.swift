/// Promises whose errors need not be handled.
///
/// The marks are bits in `aux`, not handlers: a handler for each iteration of a loop would be a
/// second consumer, which prevents path compression (`Linking/Splice.swift`).
extension Node {
  /// Marks a rejection of this node as handled, now or once it is settled.
  ///
  /// The mark counts as a consumer until this node is settled: the node is not discarded when its
  /// last consumer detaches, lazy work starts, and a broken promise is reported. Callable from any
  /// thread.
  package final func ignoreErrors() {
    guard mark(AuxWord.ignored | AuxWord.detached) else {
      reportIfBroken()
      return markHandled()
    }
    if isLazy { startOnce() }
  }

  /// Marks a rejection of this node as handled, now or once it is settled; does not count as a
  /// consumer.
  ///
  /// Callable from any thread.
  package final func ignoreErrorsWithoutConsuming() {
    if !mark(AuxWord.detached) { markHandled() }
  }

  /// Returns `false` if this node is settled.
  private final func mark(_ marks: UInt) -> Bool {
    if state.loadAcquiring().isSettled { return false }
    let stripe = Stripe(of: address)
    stripe.lock()
    defer { stripe.unlock() }
    var found = state.loadAcquiring()
    // A thread that settles this node concurrently finds the edit, and waits for the stripe.
    guard markEdited(&found) else { return false }
    aux |= marks
    if marks & AuxWord.ignored != 0 { upstream.insertRelaxed(.shared) }
    return true
  }
}
