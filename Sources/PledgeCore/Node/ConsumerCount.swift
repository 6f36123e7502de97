/// The number of consumers of a promise, for descriptions.
extension Node {
  /// The number of consumers that wait for this node; zero once it is settled.
  ///
  /// The mark of ignored errors counts as one.
  ///
  /// Accessible from any thread. A consumer that attaches or detaches concurrently may or may not
  /// be counted.
  ///
  /// - Complexity: O(*n*) in the number of consumers.
  package final var consumerCount: Int {
    let stripe = Stripe(of: address)
    stripe.lock()
    defer { stripe.unlock() }
    // A thread that settles this node concurrently finds the mark, and waits for the stripe before
    // it accesses the list.
    var found = state.loadAcquiring()
    guard found.hasConsumersOrEdits, markEdited(&found) else { return 0 }
    var count = aux & AuxWord.ignored != 0 ? 1 : 0
    var rest = found.list
    while rest != 0 {
      let consumer = Node.at(rest)
      rest = consumer.next
      if consumer.upstream.loadRelaxed().hasSource { count += 1 }
    }
    return count
  }
}
