/// The consumers of other nodes by which a node waits, where these come and go by themselves.
package protocol ConsumerSource: AnyObject, Sendable {
  /// Returns the consumers at this moment, at most `limit`.
  ///
  /// Any thread.
  func consumers(upTo limit: Int) -> [Node]
}

/// What a pending node waits for besides its source.
struct Dependencies {
  /// The consumers of other nodes by which it waits.
  var consumers: [Node] = []
  /// The place in a queue that the operation needs which the node stands for.
  var slot: Slot?
}

extension Node {
  /// Names what this node waits for besides its ties: consumers of other nodes that come and go by
  /// themselves, that do not leave when this is settled, and that work for this (``work(for:)``).
  ///
  /// - Parameter consumers: Answers them.
  package final func waits(by consumers: any ConsumerSource) {
    _ = attach { $0.dynamicSources = consumers }
  }

  /// Whether ``dependencies(upTo:)`` may answer any.
  @inline(__always) final var mayHaveDependencies: Bool {
    state.loadAcquiring().isEdited
  }

  /// What this node waits for besides its source; `nil` if that may be more than `limit`.
  final func dependencies(upTo limit: Int) -> Dependencies? {
    guard mayHaveDependencies else { return Dependencies() }
    let stripe = Stripe(of: address)
    stripe.lock()
    let attachments = unsafe Attachments.tables[Int(stripe.index)][address]
    stripe.unlock()
    guard let attachments else { return Dependencies() }
    var consumers = attachments.dependencies
    guard consumers.count < limit else { return nil }
    if let dynamicSources = attachments.dynamicSources {
      consumers += dynamicSources.consumers(upTo: limit - consumers.count)
      guard consumers.count < limit else { return nil }
    }
    return Dependencies(consumers: consumers, slot: attachments.dynamicSources as? Slot)
  }

  /// The place of the operation that this node stands for.
  ///
  /// Under its stripe.
  final var slotUnderLock: Slot? {
    unsafe Attachments.tables[Int(Stripe(of: address).index)][address]?.dynamicSources as? Slot
  }
}
