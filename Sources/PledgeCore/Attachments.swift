/// What hangs on a pending node besides its consumers: what starts and stops its work, and the
/// registrations with other nodes that end when it is settled.
///
/// Few nodes have any, so they are in tables beside the nodes, one table a stripe and under it.
struct Attachments {
  /// What to run if the node is discarded, in order.
  var stops: [@Sendable () -> Void] = []
  /// Consumers of other nodes that leave those when this one is settled.
  var dependencies: [Node] = []
  /// Answers more of them, which come and go by themselves, or is the ``Slot`` of an operation.
  var dynamicSources: (any ConsumerSource)?
  /// What starts the work, until it has been started.
  var start: (@Sendable (Node) -> Void)?
  /// The links by which signals discard the node.
  var links: [Node] = []

  /// Whether nothing but ties hangs on the node, so nothing else has to be kept until all have left.
  var areOnlyDependencies: Bool { stops.isEmpty && dynamicSources == nil && start == nil }

  func runStops() {
    for stop in stops { stop() }
  }

  /// Releases the discard blocks, which may hold the last reference to another node with some.
  mutating func releaseStops() {
    if stops.isEmpty { return }
    var released = Optional(stops)
    stops = []
    CleanupNesting().release(&released)
  }

  /// The consumers of other nodes that leave those when the node is settled.
  var registrations: [Node] { links.isEmpty ? dependencies : dependencies + links }

  /// One table a stripe, by the address of the node, which is alive as long as its entry is there.
  nonisolated(unsafe) static let tables: UnsafeMutablePointer<[UInt: Attachments]> = {
    let tables = UnsafeMutablePointer<[UInt: Attachments]>.allocate(capacity: Stripe.count)
    unsafe tables.initialize(repeating: [:], count: Stripe.count)
    return unsafe tables
  }()
}

extension [UInt: Attachments] {
  /// Removes the attachments at an address; an empty table does not cost a hash.
  mutating func removeValue(forKey address: UInt) -> Attachments? {
    guard !isEmpty, let index = index(forKey: address) else { return nil }
    return remove(at: index).value
  }
}

extension Node {
  /// Runs `stop` if this node is discarded: when it is, or at once if it has been.
  ///
  /// Any thread.
  package final func onDiscard(_ stop: @escaping @Sendable () -> Void) {
    // From now on the node has work that can be stopped, so its last consumer takes it along.
    upstream.insertReleasing(.dependent)
    if !attach({ $0.stops.append(stop) }), isDiscarded { stop() }
  }

  /// Makes `consumers`, which are registered with other nodes, leave those when this one is
  /// settled.
  ///
  /// Any thread.
  @usableFromInline package final func addDependencies(_ consumers: [Node]) {
    for consumer in consumers { consumer.owners.storeReleasing(address) }
    // An array of one's own is kept as it is.
    if attach({
      $0.dependencies = $0.dependencies.isEmpty ? consumers : $0.dependencies + consumers
    }) {
      return
    }
    Node.releaseDependencies(consumers)
  }

  /// Has `start` run when the first consumer comes; nobody else sees this node yet.
  final func onFirstConsumer(_ start: @escaping @Sendable (Node) -> Void) {
    _ = attach { $0.start = start }
  }

  // Not inlined, nor are those below: what they return is not to be released under the stripe, even
  // if part of it is not named by who takes it.

  /// Takes what starts the work, if nobody has.
  ///
  /// Any thread.
  @inline(never) final func takeStart() -> (@Sendable (Node) -> Void)? {
    let stripe = Stripe(of: address)
    stripe.lock()
    defer { stripe.unlock() }
    let start = unsafe Attachments.tables[Int(stripe.index)][address]?.start.take()
    if linksUnderLock?.isEmpty == true { removeAttachmentsUnderLock() }
    return start
  }

  /// Edits the attachments, unless the node is settled.
  final func attach(_ edit: (inout Attachments) -> Void) -> Bool {
    let stripe = Stripe(of: address)
    stripe.lock()
    defer { stripe.unlock() }
    var found = state.loadAcquiring()
    guard markEdited(&found) else { return false }
    unsafe edit(&Attachments.tables[Int(stripe.index)][address, default: Attachments()])
    return true
  }

  /// Whether the node is settled, by being discarded.
  private final var isDiscarded: Bool {
    let found = state.loadAcquiring()
    return found.hasError && error is any DiscardError
  }

  /// Takes the attachments, and waits for who edits the list.
  ///
  /// Any thread that ends the node.
  @inline(never) final func takeAttachments() -> Attachments? {
    guard state.loadAcquiring().isEdited else { return nil }
    let stripe = Stripe(of: address)
    stripe.lock()
    defer { stripe.unlock() }
    return unsafe Attachments.tables[Int(stripe.index)].removeValue(forKey: address)
  }

  /// What has been registered to stop the work of this node.
  final var registeredStops: [@Sendable () -> Void] {
    guard state.loadAcquiring().isEdited else { return [] }
    let stripe = Stripe(of: address)
    stripe.lock()
    defer { stripe.unlock() }
    return unsafe Attachments.tables[Int(stripe.index)][address]?.stops ?? []
  }

  /// Takes the attachments of this node, which is settled, and waits for who edits the list.
  @inline(never) final func takeLastAttachments() -> Attachments? {
    let stripe = Stripe(of: address)
    stripe.lock()
    let hasBeenLeft = aux & Node.detachedMark != 0
    aux = 0  // From now on it belongs to the delivery.
    let attachments = unsafe Attachments.tables[Int(stripe.index)].removeValue(forKey: address)
    stripe.unlock()
    // Who has left could have heard of a rejection, and did not want to.
    if hasBeenLeft { markHandled() }
    return attachments
  }

  /// Ends what hung on this node, which is settled.
  final func end(_ attachments: inout Attachments?) {
    guard let registrations = attachments?.registrations else { return }
    // Those that came after the discard had taken the others.
    if attachments?.stops.isEmpty == false, isDiscarded { attachments?.runStops() }
    Node.releaseDependencies(registrations)
    attachments?.releaseStops()
  }

  /// Makes consumers that are no promises leave their sources.
  static func releaseDependencies(_ dependencies: [Node]) {
    var propagation = DiscardPropagation()
    propagation.leave(dependencies)
    propagation.run()
  }
}
