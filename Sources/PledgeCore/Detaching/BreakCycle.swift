extension Node {
  /// Rejects this node if a link that was just created makes it wait for itself.
  ///
  /// - Parameters:
  ///   - source: The node that this one was linked to.
  ///   - consumer: The consumer of `source` that forms the link, if it is not this node.
  ///   - occupiesSlot: Whether operations may wait for this node without being its consumers,
  ///     because it occupies a slot in their queue.
  @usableFromInline package final func breakCycle(
    through source: Node,
    by consumer: Node? = nil,
    occupiesSlot: Bool = false
  ) {
    guard let cycle = cycle(through: source, by: consumer, occupiesSlot: occupiesSlot), claim()
    else { return }
    // A source in the cycle is not discarded: the rejection reaches it through the cycle.
    var propagation = DiscardPropagation()
    propagation.detachFromSource(
      of: self,
      endsSource: consumer != nil || !cycle.returnsToSource
    )
    // The dependencies end once this node is settled.
    if holdsRegistrations { moveRegistrationsToTable() }
    propagation.detachAll()
    finish(&propagation)
    putError(CycleError(at: cycle.sites), Trail(from: operatorID))
    settle(.rejected)
  }
}
