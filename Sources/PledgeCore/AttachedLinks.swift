/// The links by which signals discard a node, among its attachments.
extension Node {
  /// The links of this node, or nothing if more than those hangs on it.
  ///
  /// Under its stripe.
  final var linksUnderLock: [Node]? {
    guard state.loadAcquiring().isEdited else { return [] }
    let found = unsafe Attachments.tables[Int(Stripe(of: address).index)][address]
    guard let found else { return [] }
    return found.areOnlyDependencies && found.dependencies.isEmpty ? found.links : nil
  }

  /// Removes the attachments of this node, of which the caller or another node has the links.
  ///
  /// Under its stripe.
  final func removeAttachmentsUnderLock() {
    _ = unsafe Attachments.tables[Int(Stripe(of: address).index)].removeValue(forKey: address)
  }

  /// Attaches links to this node, whose list is edited and which is not settled without its stripe.
  ///
  /// Under its stripe.
  ///
  /// - Returns: The links of no more use, to be released without a lock.
  final func addUnderLock(_ links: [Node]) -> [Node] {
    let index = Int(Stripe(of: address).index)
    return unsafe Attachments.tables[index][address, default: Attachments()].add(links)
  }

  /// Attaches `link`, unless this node is settled.
  ///
  /// - Returns: The links of no more use, to be released without a lock.
  final func attach(link: Node) -> [Node] {
    var spent: [Node] = []
    return attach { spent = $0.add([link]) } ? spent : [link]
  }
}
