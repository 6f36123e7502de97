internal import PledgeSupport

/// A changing set of consumers through which a node waits for other nodes.
package protocol ConsumerSource: AnyObject, Sendable {
  /// Returns the current consumers, at most `limit`.
  ///
  /// Callable from any thread.
  func consumers(upTo limit: Int) -> [Node]

  /// Ends the set when the node is discarded.
  ///
  /// - Returns: The consumers that are discarded with the node, the first one to stop first.
  func endConsumers() -> [Node]

  /// Returns a cleanup that ends with the one the consumers wait for; `nil` if they do not.
  ///
  /// Called when the node is discarded.
  func runningCleanup() -> Cleanup?
}

extension ConsumerSource {
  package func endConsumers() -> [Node] { [] }
  package func runningCleanup() -> Cleanup? { nil }
}

extension Node {
  /// Returns a cleanup that ends when the source of this consumer settles.
  package final func cleanupEndingWithSource() -> Cleanup {
    .lasting { next in
      guard let next else { return }
      guard let source = self.pinnedSource() else { return next.resume() }
      let observer = Node(
        uninstrumented: .pending,
        upstream: .observer(of: source.address),
        site: .unknown,
        entryPoint: Node.nextCleanupEntryPoint
      )
      observer.put(next)
      source.consume(by: observer)
    }
  }

  private static func nextCleanupEntryPoint(
    _ observer: Node,
    _ operation: NodeOperation
  ) -> Disposition {
    if operation.isQuery { return .nothing }
    let next = observer.take(Cleanup.self)
    unsafe observer.entryPoint = Node.inert
    if case .resolve = operation { next.resume() }
    return .ignored
  }
}

/// The nodes and the slot that a pending node waits for besides its source.
struct Dependencies {
  /// The consumers through which it waits for other nodes.
  var consumers: [Node] = []
  /// The queue slot of the operation that the node represents.
  var slot: Slot?
}

extension Node {
  /// Adds dependencies that change over time.
  ///
  /// Unlike other dependencies, the consumers stay attached when this node is settled; each works
  /// for this node (``work(for:)``).
  ///
  /// - Parameter consumers: Provides the consumers.
  package final func waits(by consumers: any ConsumerSource) {
    _ = attach { $0.dynamicSources = consumers }
  }

  /// Whether ``dependencies(upTo:)`` may return any: they are in the payload, or leave the node
  /// marked as edited until they are taken.
  @inline(__always) final var mayHaveDependencies: Bool {
    state.loadAcquiring().isEdited || holdsRegistrations
  }

  /// Returns the dependencies of this node; `nil` if there are `limit` or more.
  final func dependencies(upTo limit: Int) -> Dependencies? {
    guard mayHaveDependencies else { return Dependencies() }
    let stripe = Stripe(of: address)
    stripe.lock()
    // Without the closures: the last reference to one might be released with the copy.
    let attachments = Attachments.tables[stripe][address].map { found in
      (found.dependencies, found.dynamicSources)
    }
    stripe.unlock()
    var consumers = attachments?.0.nodes ?? []
    // Not appended to the others, which would copy thousands of members for each search.
    let held = heldRegistrations
    if !held.isEmpty { consumers = held.nodes + consumers }
    guard consumers.count < limit else { return nil }
    if let dynamicSources = attachments?.1 {
      consumers += dynamicSources.consumers(upTo: limit - consumers.count)
      guard consumers.count < limit else { return nil }
    }
    return Dependencies(consumers: consumers, slot: attachments?.1 as? Slot)
  }

  /// The queue slot of the operation that this node represents.
  ///
  /// Accessed under the node's stripe.
  final var slotUnderLock: Slot? {
    Attachments.tables[Stripe(of: address)][address]?.dynamicSources as? Slot
  }
}
