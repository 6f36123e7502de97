internal import PledgeSupport

/// The links through which signals discard a node; they are among its attachments.
extension Node {
  /// The links of this node; `nil` if it has other attachments, or a disposal.
  ///
  /// Accessed under its stripe.
  final var linksUnderLock: [Node]? {
    guard state.loadAcquiring().isEdited else { return [] }
    if hasDisposalsUnderLock { return nil }
    let found = Attachments.tables[Stripe(of: address)][address]
    guard let found else { return [] }
    return found.areOnlyDependencies && found.dependencies.isEmpty ? found.links : nil
  }

  /// Removes the attachments of this node.
  ///
  /// They contain no links, or the caller has copied them. Called under the node's stripe.
  final func removeAttachmentsUnderLock() {
    _ = Attachments.tables[Stripe(of: address)].removeValue(for: address)
  }

  /// Attaches links to this node.
  ///
  /// The node is marked as edited, so a thread that settles it waits for its stripe. Called under
  /// that stripe.
  ///
  /// - Returns: Obsolete links, to be released outside of any lock.
  final func addUnderLock(_ links: [Node]) -> [Node] {
    let stripe = Stripe(of: address)
    return Attachments.tables[stripe].edit(address, default: Attachments()) { $0.add(links) }
  }

  /// Attaches `link`, unless this node is settled.
  ///
  /// - Returns: Obsolete links, to be released outside of any lock.
  final func attach(link: Node) -> [Node] {
    var spent: [Node] = []
    return attach { spent = $0.add([link]) } ? spent : [link]
  }
}
