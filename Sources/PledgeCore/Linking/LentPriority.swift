internal import CPledge

/// Priorities: whoever waits for a node lends it a priority, and the node passes it on to whatever
/// it waits for.
///
/// The node keeps the highest priority in `aux`, and does not give it back. A priority reaches what
/// the node waits for at the moment in one search upward, which ends at nodes that have been lent
/// as much; what the node is linked to later gets it then (`Cycle.swift`, `Splice.swift`).
///
/// A thread that lends writes the mark first, and then reads the source, the dependencies, and the
/// held task. A thread that links writes these first, and then reads the mark. So at least one of
/// the two finds what the other one wrote.
extension Node {
  /// Whether a priority was lent to this promise; anything once it is settled.
  @inline(__always) final var mayHaveLent: Bool { aux & AuxWord.lent != 0 }

  /// The bits of the priority; anything once this promise is settled.
  @inline(__always) final var lentMark: UInt8 {
    UInt8(truncatingIfNeeded: aux >> AuxWord.lentShift)
  }

  /// The highest priority that was lent to this promise; zero if none was, or if it is settled.
  ///
  /// Accessible from any thread.
  package final var lentPriority: UInt8 {
    guard mayHaveLent else { return 0 }
    let stripe = Stripe(of: address)
    stripe.lock()
    defer { stripe.unlock() }
    return state.loadAcquiring().isSettled ? 0 : lentMark
  }

  /// Lends `priority` to this promise: what it waits for gets at least that.
  ///
  /// Does nothing on systems without the functions that escalate tasks. Callable from any thread,
  /// except in the runtime's handlers, as these hold locks of tasks.
  ///
  /// - Parameters:
  ///   - priority: The priority.
  ///   - inTask: Whether the caller is a task that was started to lend the priority.
  package final func lend(_ priority: UInt8, inTask: Bool = false) {
    // Often, many wait for the same promise.
    if lentMark < priority { lendSlowly(priority, inTask: inTask) }
  }

  /// Lends a priority to this promise, and to what it waits for.
  ///
  /// - Parameters:
  ///   - priority: The priority.
  ///   - isNew: Whether nothing has to be done if it is recorded already.
  ///   - inTask: See ``lend(_:inTask:)``.
  @inline(never)
  private final func lendSlowly(_ priority: UInt8, isNew: Bool = true, inTask: Bool = false) {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    if borrow(priority, from: nil) == .refused {
      if isNew { return }
    } else {
      reportLent(priority)
    }
    // Pairs with the fence of a thread that links the node.
    pledge_fence()
    if !isPlainRoot { lendUpward(priority, fromSelf: true, inTask: inTask) }
  }

  /// Lends the priority of the current task, if this promise waits for nothing and has nothing
  /// attached: then, there is nothing to pass a later escalation on to.
  @usableFromInline final func lendAsPlainRoot() -> Bool {
    guard isPlainRoot else { return false }
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return true }
    let priority = Task.currentPriority.rawValue
    if aux != 0 {
      lend(priority)
    } else if !borrowAlone(priority) {
      // Work that was attached since then may not have found the priority.
      lendSlowly(priority, isNew: false)
    }
    return true
  }

  /// Records the first priority of a plain root without consumers, without its stripe.
  ///
  /// A thread that changes `aux` in between marks the node as edited first. It may overwrite the
  /// priority, but this does not overwrite what it writes.
  ///
  /// - Returns: Whether the priority has been recorded; if not, it may be lost.
  private final func borrowAlone(_ priority: UInt8) -> Bool {
    var (found, none) = (StateWord.pending, 0 as UInt)
    guard state.exchangeAcquiring(&found, for: .pinned) else { return false }
    found = .pinned
    // Releasing: the priority, to a thread that pins or edits the node to link it.
    if upstream.loadRelaxed().isBareRoot,
      auxWord.exchangeAcquiring(&none, for: UInt(priority) << AuxWord.lentShift),
      state.exchangeReleasing(&found, for: .pending)
    {
      reportLent(priority)
      return true
    }
    unpin()
    return false
  }

  /// Lends what this promise was lent to what it has begun to wait for, by `consumer` if that is
  /// another node.
  @inline(never) final func lendOn(by consumer: Node?) {
    let priority = lentPriority
    if priority != 0 { (consumer ?? self).lendUpward(priority) }
  }

  /// Lends to everything above this node, and tells the work that is found.
  ///
  /// - Parameters:
  ///   - priority: The priority.
  ///   - fromSelf: Whether the dependencies and the work of this node come first.
  ///   - inTask: See ``lend(_:inTask:)``.
  @inline(never)
  private final func lendUpward(_ priority: UInt8, fromSelf: Bool = false, inTask: Bool = false) {
    var (branches, work): ([Node], [HeldWork]) = ([], [])
    if fromSelf { collect(for: priority, &branches, &work) }
    var next: Node? = self
    while var consumer = next {
      while let source = consumer.pinnedSource() {
        if source.lentMark >= priority { break }
        let answer = source.borrow(priority, from: consumer)
        if answer == .refused { break }
        if answer == .moved { continue }
        source.reportLent(priority)
        pledge_fence()
        if !source.isPlainRoot { source.collect(for: priority, &branches, &work) }
        consumer = source
      }
      next = branches.popLast()
    }
    if !work.isEmpty { HeldWork.escalate(work, to: priority, inTask: inTask) }
  }

  /// Collects what this node waits for besides its source, and the work that needs `priority`.
  private final func collect(
    for priority: UInt8,
    _ branches: inout [Node],
    _ work: inout [HeldWork]
  ) {
    if let held = heldWork(below: priority) { work.append(held) }
    guard mayHaveDependencies else { return }
    work += registeredWork(below: priority)
    if let dependencies = dependencies(upTo: .max) { branches += dependencies.consumers }
  }

  private enum Answer {
    case accepted
    /// The node was lent as much before, or is settled.
    case refused
    /// The consumer does not wait for the node any longer.
    case moved
  }

  /// Records a priority.
  ///
  /// A pin keeps the node from being settled meanwhile. If another thread has claimed or pinned it,
  /// and so may settle it, it is marked as edited instead: that thread then waits for the stripe.
  ///
  /// - Parameters:
  ///   - priority: The priority.
  ///   - consumer: The consumer that has to be waiting for this node, if any. A node that is
  ///     spliced out of its chain hands on what it was lent before, but not what it is lent later.
  /// - Returns: Whether the priority has been recorded.
  private final func borrow(_ priority: UInt8, from consumer: Node?) -> Answer {
    let stripe = Stripe(of: address)
    stripe.lock()
    defer { stripe.unlock() }
    if let consumer, consumer.upstream.loadAcquiring().source != address { return .moved }
    if lentMark >= priority { return .refused }
    var found = state.loadRelaxed()
    let isPinned = found.isClaimable && state.exchangeAcquiring(&found, for: found.pinned)
    guard isPinned || markEdited(&found) else { return .refused }
    // Another thread may have recorded a higher one until now; see ``borrowAlone(_:)``.
    aux = aux & ~AuxWord.lent | UInt(max(lentMark, priority)) << AuxWord.lentShift
    if isPinned { unpin() }
    return .accepted
  }

  /// Whether this pending node waits for nothing, and has nothing attached; another thread may be
  /// changing that.
  private final var isPlainRoot: Bool {
    upstream.loadRelaxed().isBareRoot && !state.loadRelaxed().isEdited
  }
}
