/// The parts of a pending root that its payload holds, so that they need no table: a discard block,
/// or the registrations with one or two other nodes. A stage uses its own for its handler.
///
/// A thread puts them there while it has the root pinned. A thread that holds a stripe may wait for
/// a pin, so nothing is locked or released meanwhile. Whoever ends the root takes them out before
/// the outcome is stored.
extension Node {
  /// Stores the block that stops the work of this node, unless the payload is in use.
  ///
  /// Callable from any thread.
  ///
  /// - Returns: `false` if the payload is in use, or if a thread has claimed or settled the node.
  final func occupy(with block: Block) -> Bool {
    guard pin(if: { $0.isBareRoot }) else { return false }
    put(block)
    upstream.insertRelaxed(.stoppable)
    unpin()
    return true
  }

  /// Returns the task in the payload, unless it is known to have that priority, or a thread is
  /// ending this node.
  ///
  /// Callable from any thread.
  final func heldWork(below priority: UInt8) -> HeldWork? {
    guard pin(if: { $0.isStoppable }) else { return nil }
    defer { unpin() }
    return unsafe payload(as: Block.self).pointee.work(below: priority)
  }

  /// Takes `registrations` over if there are at most two, unless the payload is in use.
  ///
  /// Called only for a root.
  ///
  /// - Returns: `false` if nothing was taken.
  final func occupy(with registrations: inout Registrations) -> Bool {
    guard registrations.areFew, pin(if: { $0.mayBeVacant }) else { return false }
    put(registrations.take())
    upstream.insertRelaxed(.registered)
    unpin()
    return true
  }

  /// The registrations in the payload; none if a thread is ending this node.
  ///
  /// Accessible from any thread.
  final var heldRegistrations: Registrations {
    guard pin(if: { $0.isRegistered }) else { return .none }
    defer { unpin() }
    return unsafe payload(as: Registrations.self).pointee
  }

  /// Pins this node if its source and flags meet a condition, which then holds until the pin ends.
  ///
  /// - Returns: `false` if they do not, or if a thread has claimed or settled the node.
  @inline(__always) private final func pin(if isMet: (UpstreamWord) -> Bool) -> Bool {
    guard isMet(upstream.loadRelaxed()), pin() else { return false }
    // Again: another thread may have pinned the node in between.
    if isMet(upstream.loadRelaxed()) { return true }
    unpin()
    return false
  }

  /// Whether the payload holds registrations.
  @inline(__always) final var holdsRegistrations: Bool { upstream.loadRelaxed().isRegistered }

  /// Takes the registrations out of the payload, which holds some.
  ///
  /// Called only by the claimer, or in the deinit.
  @inline(never) final func takeHeldRegistrations() -> Registrations {
    upstream.removeAcquiringAndReleasing(.registered)
    return take(Registrations.self)
  }

  /// Makes the registrations in the payload, which holds some, end after this node is settled.
  ///
  /// Called only by the claimer.
  final func moveRegistrationsToTable() {
    var held = takeHeldRegistrations()
    _ = attach {
      // They were added before those in the table.
      held.append($0.dependencies.take())
      $0.dependencies = held.take()
    }
  }
}

extension Registrations {
  /// Whether there are one or two.
  fileprivate var areFew: Bool {
    switch self {
    case .one, .two: true
    case .none, .many: false
    }
  }
}
