internal import PledgeSupport

/// What a node knows of the disposal of its values.
///
/// Few nodes have an entry, so entries are stored in tables, one for each stripe and protected by
/// it. A node whose value has to be disposed of is marked in its state when it is settled; an entry
/// remains until the node is released, because another value may arrive late.
struct DisposalEntry {
  /// The rules declared for values of the node, in order.
  var rules: [DisposalRule] = []
  /// The disposal of the value in the payload.
  var disposal: Disposal?
  /// The disposals of values from which that of the node will be made, or that it has given up.
  var parts: [Disposal] = []
  /// An object that receives the value, and must exist until the handler has run.
  var object: (any AnyObject & Sendable)?
  /// The number of rules that have been applied to the value in the payload.
  var appliedRules = 0

  // Not the table of attachments: an entry outlives these: they end with the pending state.
  static let tables = StripeTables<DisposalEntry>()

  /// Adds the disposal of the value in the payload.
  mutating func add(_ other: Disposal) {
    disposal = disposal.map { Disposal(of: [$0, other]) } ?? other
  }

  /// Applies each rule to the value in the payload of `node`, once.
  mutating func prepare(in node: Node) {
    for rule in rules[appliedRules...] {
      disposal = rule.disposal(ofValueIn: node, after: disposal)
    }
    appliedRules = rules.count
  }

  /// Removes what belongs to no value of the settled node; the caller releases it outside the lock.
  mutating func takeUnused(isRejected: Bool) -> DisposalEntry {
    var unused = DisposalEntry()
    swap(&parts, &unused.parts)
    swap(&object, &unused.object)
    if isRejected { swap(&disposal, &unused.disposal) }
    return unused
  }

  var isEmpty: Bool { rules.isEmpty && disposal == nil && parts.isEmpty && object == nil }
}

extension Node {
  /// Returns the result of `body`, which is called under the node's stripe, with its table.
  ///
  /// `body` releases nothing.
  @inline(__always)
  private final func withDisposals<Output>(
    _ body: (inout AddressTable<DisposalEntry>) -> Output
  ) -> Output {
    let stripe = Stripe(of: address)
    stripe.lock()
    defer { stripe.unlock() }
    return body(&DisposalEntry.tables[stripe])
  }

  /// Whether the node has an entry; called under its stripe.
  final var hasDisposalsUnderLock: Bool {
    guard Node.mayHaveDisposals else { return false }
    return DisposalEntry.tables[Stripe(of: address)][address] != nil
  }

  // MARK: Declaration

  /// Adds a rule for the values of this node; a value that is there counts as not received.
  final func add(_ rule: DisposalRule) {
    InstrumentationFlags.disposals.begin()
    withDisposals { table in
      var found = state.loadAcquiring()
      // Releasing, also if the mark is there: who finds it has to find the flag.
      while found.isPending, !state.exchangeAcquiringAndReleasing(&found, for: found.edited) {}
      table.edit(address, default: DisposalEntry()) { entry in
        entry.rules.append(rule)
        if found.hasValue { entry.prepare(in: self) }
      }
      if found.hasValue { state.insertRelaxed(.disposable) }
    }
  }

  /// Adds the disposal of the value with which this node is about to be fulfilled.
  @usableFromInline @inline(never) final func adopt(_ disposal: Disposal?) {
    guard let disposal else { return }
    edit { $0.add(disposal) }
  }

  /// Adds the disposal of a value from which that of this node will be made, unless this node is
  /// settled.
  @usableFromInline @inline(never) final func collect(_ disposal: Disposal?) {
    guard let disposal else { return }
    edit { $0.parts.append(disposal) }
  }

  /// Retains an object until this node, whose handler is about to run, is settled.
  final func keep(_ object: any AnyObject & Sendable) {
    edit { $0.object = object }
  }

  /// Edits the entry unless this node is settled, after marking the node so that a thread that
  /// settles it looks for the entry.
  private final func edit(_ body: (inout DisposalEntry) -> Void) {
    withDisposals { table in
      var found = state.loadAcquiring()
      if markEdited(&found) { table.edit(address, default: DisposalEntry(), body) }
    }
  }

  // MARK: Settlement

  /// Gives up a value that was passed on to this node, which the caller settles with another
  /// outcome: its disposal ends with the pending state.
  @inline(never) final func giveUpPassedValue() {
    withDisposals { table in
      _ = table.editIfPresent(address) { entry in
        if let disposal = entry.disposal.take() { entry.parts.append(disposal) }
      }
    }
  }

  /// Uses the collected disposals for the value in the payload.
  ///
  /// Called only by the thread that settles the node with it.
  @usableFromInline @inline(never) final func adoptCollected() {
    withDisposals { table in
      table.editIfPresent(address) { entry in
        if entry.parts.isEmpty { return }
        entry.add(Disposal(of: entry.parts))
        entry.parts = []
      }
    }
  }

  /// Applies the rules to the value in the payload, and returns the state to publish.
  @inline(never) final func preparedOutcome() -> StateWord {
    let isDisposable = withDisposals { table in
      table.editIfPresent(address) { entry in
        entry.prepare(in: self)
        return entry.disposal != nil
      }
    }
    return isDisposable == true ? .disposable : .fulfilled
  }

  /// Applies rules that were declared while this node was being settled, and releases the disposals
  /// that do not belong to its outcome.
  ///
  /// Called by the thread that settled the node, before the node is opened, and by threads that
  /// read the node before that.
  @inline(never) final func endDisposals() {
    let unused = withDisposals { table in
      let found = state.loadRelaxed()
      let unused = table.editIfPresent(address) { entry in
        if found.hasValue { entry.prepare(in: self) }
        return entry.takeUnused(isRejected: found.isRejected)
      }
      guard let entry = table[address] else { return unused }
      if entry.isEmpty {
        _ = table.removeValue(for: address)
      } else if found.hasValue {
        state.insertRelaxed(.disposable)
      }
      return unused
    }
    withExtendedLifetime(unused) {}
  }

  /// The same, by a thread that copies the outcome of this settled node before it may be open.
  @usableFromInline @inline(never) final func endDisposalsBeforeOpened() {
    if !isOpen { endDisposals() }
  }

  // MARK: Delivery

  /// The disposal of the value of this settled node.
  @usableFromInline final var disposal: Disposal? {
    withDisposals { $0[address]?.disposal }
  }

  /// Records that a reader receives the value of this node, which has a disposal, or is draining.
  @usableFromInline @inline(never) final func receiveValueBeforeOpened() {
    guard Node.mayHaveDisposals else { return }
    // A thread that has just settled the node may not have found a rule.
    endDisposals()
    receiveValue()
  }

  /// Records that a consumer receives the value of this settled node, and with it the disposal.
  @usableFromInline @inline(never) final func receiveValue() {
    disposal?.receive()
  }

  /// The rules declared for values of this node.
  final var disposalRules: [DisposalRule] {
    withDisposals { $0[address]?.rules ?? [] }
  }

  // MARK: End

  /// Releases the entry of this node in its deinit.
  @inline(never) final func releaseDisposals() {
    var entry = withDisposals { $0.removeValue(for: address) }
    if entry != nil { Nesting.cleanups.release(&entry) }
  }
}
