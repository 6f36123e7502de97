/// What hangs on a pending node besides its consumers: what starts and stops its work, and the
/// registrations with other nodes that end when it is settled.
///
/// Few nodes have any, so they are in tables beside the nodes, one table a stripe and under it.
struct Attachments {
  /// What to run if the node is discarded, in order.
  var stops: [@Sendable () -> Void] = []
  /// Consumers of other nodes that leave those when this one is settled.
  var ties: [Node] = []
  /// Answers more of them, up to a number, which come and go by themselves.
  var moreTies: (@Sendable (_ limit: Int) -> [Node])?
  /// The place in a queue of the operation that the node stands for.
  var slot: Slot?
  /// What starts the work, until it has been started.
  var start: (@Sendable (Node) -> Void)?
  /// The links by which signals discard the node.
  var links: [Node] = []
  /// How many links the last look for those of no more use has left.
  var keptLinks = 0

  /// Whether nothing but ties hangs on the node, so nothing else has to be kept until all have left.
  var areOnlyTies: Bool {
    stops.isEmpty && moreTies == nil && slot == nil && start == nil
  }

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
  var leavers: [Node] { links.isEmpty ? ties : ties + links }

  /// One table a stripe, by the address of the node, which is alive as long as its entry is there.
  fileprivate nonisolated(unsafe) static let tables: UnsafeMutablePointer<[UInt: Attachments]> = {
    let tables = UnsafeMutablePointer<[UInt: Attachments]>.allocate(capacity: Stripe.count)
    unsafe tables.initialize(repeating: [:], count: Stripe.count)
    return unsafe tables
  }()
}

extension Node {
  /// Runs `stop` if this node is discarded: when it is, or at once if it has been.
  ///
  /// Any thread.
  package final func onDiscard(_ stop: @escaping @Sendable () -> Void) {
    // From now on the node has work that can be stopped, so its last consumer takes it along.
    upstream.insertReleasing(Upstream.dependent)
    if !attach({ $0.stops.append(stop) }), isDiscarded { stop() }
  }

  /// Makes `consumers`, which are registered with other nodes, leave those when this one is
  /// settled.
  ///
  /// Any thread.
  @usableFromInline package final func tie(_ consumers: [Node]) {
    for consumer in consumers { consumer.owners.storeReleasing(address) }
    // An array of one's own is kept as it is.
    if attach({ $0.ties = $0.ties.isEmpty ? consumers : $0.ties + consumers }) { return }
    Node.releaseTies(consumers)
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
  private final func attach(_ edit: (inout Attachments) -> Void) -> Bool {
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
    let mask = State.settled | State.rejected
    return found & mask == mask && error is any DiscardError
  }

  /// Takes the attachments, and waits for who edits the list.
  ///
  /// Any thread that ends the node.
  @inline(never) final func takeAttachments() -> Attachments? {
    guard state.loadAcquiring() & State.edited != 0 else { return nil }
    let stripe = Stripe(of: address)
    stripe.lock()
    defer { stripe.unlock() }
    return unsafe Attachments.tables[Int(stripe.index)].removeValue(forKey: address)
  }

  /// Names what this node waits for besides its ties: consumers of other nodes that come and go by
  /// themselves, that do not leave when this is settled, and that work for this (``work(for:)``).
  ///
  /// - Parameter consumers: Answers at most so many of them; runs on any thread.
  @usableFromInline
  package final func waits(by consumers: @escaping @Sendable (_ limit: Int) -> [Node]) {
    _ = attach { $0.moreTies = consumers }
  }

  /// Notes the place of the operation that this node stands for.
  final func setSlot(_ slot: Slot) {
    _ = attach { $0.slot = slot }
  }

  /// Whether ``dependencies(upTo:)`` may answer any.
  @inline(__always) final var mayHaveDependencies: Bool {
    state.loadAcquiring() & State.edited != 0
  }

  /// What this node waits for besides its source; `nil` if that may be more than `limit`.
  final func dependencies(upTo limit: Int) -> Dependencies? {
    guard mayHaveDependencies else { return Dependencies() }
    let stripe = Stripe(of: address)
    stripe.lock()
    let attachments = unsafe Attachments.tables[Int(stripe.index)][address]
    stripe.unlock()
    guard let attachments else { return Dependencies() }
    var consumers = attachments.ties
    guard consumers.count < limit else { return nil }
    if let moreTies = attachments.moreTies {
      consumers += moreTies(limit - consumers.count)
      guard consumers.count < limit else { return nil }
    }
    return Dependencies(consumers: consumers, slot: attachments.slot)
  }

  /// The place of the operation that this node stands for.
  ///
  /// Under its stripe.
  final var slotUnderLock: Slot? {
    unsafe Attachments.tables[Int(Stripe(of: address).index)][address]?.slot
  }

  /// What has been registered to stop the work of this node.
  final var registeredStops: [@Sendable () -> Void] {
    guard state.loadAcquiring() & State.edited != 0 else { return [] }
    let stripe = Stripe(of: address)
    stripe.lock()
    defer { stripe.unlock() }
    return unsafe Attachments.tables[Int(stripe.index)][address]?.stops ?? []
  }

  /// The links of this node, or nothing if more than those hangs on it.
  ///
  /// Under its stripe.
  final var linksUnderLock: [Node]? {
    guard state.loadAcquiring() & State.edited != 0 else { return [] }
    let found = unsafe Attachments.tables[Int(Stripe(of: address).index)][address]
    guard let found else { return [] }
    return found.areOnlyTies && found.ties.isEmpty ? found.links : nil
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

  /// Takes the attachments of this node, which is settled, and waits for who edits the list.
  @inline(never) final func takeLastAttachments() -> Attachments? {
    let stripe = Stripe(of: address)
    stripe.lock()
    let hasBeenLeft = aux & Node.leftMark != 0
    aux = 0  // From now on it belongs to the delivery.
    let attachments = unsafe Attachments.tables[Int(stripe.index)].removeValue(forKey: address)
    stripe.unlock()
    // Who has left could have heard of a rejection, and did not want to.
    if hasBeenLeft { hear() }
    return attachments
  }

  /// Ends what hung on this node, which is settled.
  final func end(_ attachments: inout Attachments?) {
    guard let leavers = attachments?.leavers else { return }
    // Those that came after the discard had taken the others.
    if attachments?.stops.isEmpty == false, isDiscarded { attachments?.runStops() }
    Node.releaseTies(leavers)
    attachments?.releaseStops()
  }

  /// Makes consumers that are no promises leave their sources.
  static func releaseTies(_ ties: [Node]) {
    var walk = DiscardWalk()
    walk.leave(ties)
    walk.run()
  }
}

/// What a pending node waits for besides its source.
struct Dependencies {
  /// The consumers of other nodes by which it waits.
  var consumers: [Node] = []
  /// The place in a queue that the operation needs which the node stands for.
  var slot: Slot?
}
