internal import PledgeSupport

/// The optional parts of a pending node: the closures that start and stop its work, and the
/// registrations with other nodes that end when it is settled.
///
/// The first discard block of a root, or its only registrations, fit into its payload
/// (`Occupancy.swift`). Few nodes have more, so that is stored in tables, one for each stripe and
/// protected by it.
struct Attachments {
  /// The blocks to run if the node is discarded, in order, and the hooks of its work.
  var stops: [Block] = []
  /// The consumers of other nodes that detach from them when this one is settled.
  var dependencies = Registrations.none
  /// Provides further dependencies, which change over time; or the ``Slot`` of an operation.
  var dynamicSources: (any ConsumerSource)?
  /// The closure that starts the work; `nil` once it has been taken.
  var start: (@Sendable (Node) -> Void)?
  /// The links through which signals discard the node.
  var links: [Node] = []
  /// A node below this one that was found to need its outcome; see ``InterestSearch``.
  var witness: Witness?

  /// Whether there are only dependencies and links, so nothing else has to outlive their
  /// detachment.
  var areOnlyDependencies: Bool { stops.isEmpty && dynamicSources == nil && start == nil }

  func runStops() {
    for stop in stops { stop.run(()) }
  }

  /// Releases the discard blocks; one may hold the last reference to another node with such blocks.
  mutating func releaseStops() {
    if stops.isEmpty { return }
    var released = Optional(stops)
    stops = []
    Nesting.cleanups.release(&released)
  }

  /// Removes and returns the dependencies and the links: they detach from other nodes when the node
  /// is settled.
  mutating func takeRegistrations() -> Registrations {
    if !links.isEmpty {
      dependencies.append(.many(links))
      links = []
    }
    return dependencies.take()
  }

  static let tables = StripeTables<Attachments>()
}

extension Node {
  /// Runs `start` when the first consumer registers; called before this node is shared.
  final func onFirstConsumer(_ start: @escaping @Sendable (Node) -> Void) {
    _ = attach { $0.start = start }
  }

  // The functions below that take attachments are not inlined: otherwise, parts of the result that
  // the caller does not use could be released under the stripe.

  /// Takes the closure that starts the work, unless it has been taken.
  ///
  /// Callable from any thread.
  @inline(never) final func takeStart() -> (@Sendable (Node) -> Void)? {
    let stripe = Stripe(of: address)
    stripe.lock()
    defer { stripe.unlock() }
    let start = Attachments.tables[stripe].editIfPresent(address) { $0.start.take() }
    if linksUnderLock?.isEmpty == true { removeAttachmentsUnderLock() }
    return start ?? nil
  }

  /// Edits the attachments; returns `false` if the node is settled.
  final func attach(_ edit: (inout Attachments) -> Void) -> Bool {
    let stripe = Stripe(of: address)
    stripe.lock()
    defer { stripe.unlock() }
    var found = state.loadAcquiring()
    guard markEdited(&found) else { return false }
    Attachments.tables[stripe].edit(address, default: Attachments(), edit)
    return true
  }

  /// Whether the node has been discarded.
  final var isDiscarded: Bool {
    let found = state.loadAcquiring()
    return found.hasError && knownError is DiscardedError
  }

  /// Takes the attachments, after waiting for a thread that edits the list.
  ///
  /// Called by the thread that ends the node.
  @inline(never) final func takeAttachments() -> Attachments? {
    guard state.loadAcquiring().isEdited else { return nil }
    let stripe = Stripe(of: address)
    stripe.lock()
    defer { stripe.unlock() }
    // Unless a consumer has detached, or the value has a disposal, nothing is left for which the
    // thread that publishes the outcome would have to lock the stripe again.
    if aux & ~AuxWord.lent == 0, !hasDisposalsUnderLock {
      aux = 0
      state.removeAcquiringAndReleasing(.edits)
    }
    return Attachments.tables[stripe].removeValue(for: address)
  }

  /// Whether this node has a block, not in its payload, that stops its work.
  final var hasRegisteredStop: Bool {
    var isFound = false
    forEachRegisteredStop { if $0.isStop { isFound = true } }
    return isFound
  }

  /// Returns the tasks and hooks of this node that are not in its payload, except tasks that are
  /// known to have that priority.
  final func registeredWork(below priority: UInt8) -> [HeldWork] {
    var work: [HeldWork] = []
    forEachRegisteredStop { stop in
      if let held = stop.work(below: priority) { work.append(held) }
    }
    return work
  }

  /// Calls `body` with the blocks and hooks of this node that are not in its payload.
  ///
  /// Called under the stripe, and with none copied: the last reference to one might be released
  /// with the copy.
  private final func forEachRegisteredStop(_ body: (Block) -> Void) {
    guard state.loadAcquiring().isEdited else { return }
    let stripe = Stripe(of: address)
    stripe.lock()
    defer { stripe.unlock() }
    for stop in Attachments.tables[stripe][address]?.stops ?? [] { body(stop) }
  }

  /// Takes the attachments of this settled node, after waiting for a thread that edits the list.
  @inline(never) final func takeLastAttachments() -> Attachments? {
    let stripe = Stripe(of: address)
    stripe.lock()
    let marks = aux
    aux = 0  // From now on, the delivery uses it.
    let attachments = Attachments.tables[stripe].removeValue(for: address)
    stripe.unlock()
    // A detached consumer counts as having handled the rejection.
    if marks & AuxWord.detached != 0 { markHandled() }
    if marks & AuxWord.ignored != 0 { brokenPromise?.report(trail) }
    return attachments
  }
}

/// A node below a combination that was found to need its outcome, unless it has been released.
///
/// Unchecked, because the property is only set by the initializer.
final class Witness: @unchecked Sendable {
  private(set) weak var node: Node?

  init(_ node: Node) {
    self.node = node
  }
}
