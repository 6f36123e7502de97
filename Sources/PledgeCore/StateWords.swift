/// The bits of a node's `state`: everything that threads agree on.
///
///     pending   [ newest consumer | edited 8 | claimed 4 | discardRequested 2 | 0 ]
///     settled   [ waiting consumer | handled 8 | rejected 4 | draining 2 | settled 1 ]
///
///     pending ──claim──▶ claimed ──publish──▶ settled, draining ──list is empty──▶ settled, open
///        │                  │  └──publish, no consumers, not edited──────────────▶ settled, open
///        │                  └──the handler returned a pending promise──▶ pending
///        └──pin──▶ pinned ──publish──▶ settled
///                     └──unpin──▶ pending
///
///     settled, draining ──nesting limit, or newcomers are handed over──▶ deferred
///     deferred ──a thread registers, or the thread that deferred goes on──▶ settled, draining
///     settled, open ──a registration at the nesting limit──▶ deferred
///
/// A node is settled by whoever claimed it or, where nothing has to be let go of first, pinned it. A
/// claim may last, since the handler of a stage runs under one, so who finds a node claimed goes
/// away; a pin lasts a handful of instructions, so who finds one waits.
///
/// `draining` says that a thread delivers to the consumers and will look again: a consumer that
/// registers meanwhile joins the list, which keeps order. A settled node with consumers and without
/// `draining` is *deferred*: their delivery has to go on, and any thread may take it over by setting
/// `draining`. The consumers that a previous thread has taken off the list but not served are in
/// `aux`, oldest first; they come before those in the list. An open node has none in either.
@usableFromInline package enum State {
  /// The payload is the outcome and will not change.
  @inlinable @inline(__always) static var settled: UInt { 1 }
  /// Claimed: its own handler is running, and `DiscardedError` replaces the outcome of that.
  @inlinable @inline(__always) static var discardRequested: UInt { 2 }
  /// Settled: somebody is delivering; new consumers queue up.
  @inlinable @inline(__always) static var draining: UInt { 2 }
  /// Pending: one thread has the right to settle.
  @inlinable @inline(__always) static var claimed: UInt { 4 }
  /// Settled: the payload is `any Error`.
  @inlinable @inline(__always) static var rejected: UInt { 4 }
  /// Pending: the list or the attachments are edited under the stripe's lock, so whoever ends the
  /// pending state waits for that lock once, and is draining until then.
  @inlinable @inline(__always) static var edited: UInt { 8 }
  /// Settled: somebody could see the error.
  @inlinable @inline(__always) static var handled: UInt { 8 }
  /// The consumer at the head of the list, newest first.
  @inlinable @inline(__always) static var pointer: UInt { ~15 }

  /// Settled, with no delivery going on and no consumer waiting for one.
  @inlinable @inline(__always) static func isOpen(_ state: UInt) -> Bool {
    state & (settled | draining | pointer) == settled
  }

  /// `discardRequested` without `claimed`: some thread is looking at the source of this node, or is about to
  /// settle it, so it may be neither claimed nor moved; it takes a handful of instructions.
  @inlinable @inline(__always) static func isPinned(_ state: UInt) -> Bool {
    state & (settled | claimed | discardRequested) == discardRequested
  }
}

/// The bits of a node's `upstream`: what it waits for and what may be done to it.
///
///     [ source | forwarding 8 | dependent 4 | shared 2 | stoppable 1 ]
///     [ 0      |       lazy 8 | dependent 4 | shared 2 | 0           ]
///
/// The source is not owned. It is alive while the node is in its list and neither claimed nor
/// settled; a leaver that has claimed the node reads it under the source's stripe.
@usableFromInline package enum Upstream {
  /// The payload holds a discard block.
  @inlinable @inline(__always) static var stoppable: UInt { 1 }
  /// Never discarded for want of consumers.
  @inlinable @inline(__always) static var shared: UInt { 2 }
  /// Discarded when its last consumer leaves: derived, or with work that can be stopped.
  @inlinable @inline(__always) static var dependent: UInt { 4 }
  /// Waits for a promise that its handler returned, and only passes the outcome on.
  @inlinable @inline(__always) static var forwarding: UInt { 8 }
  /// Without a source: work that starts with the first consumer, or has.
  @inlinable @inline(__always) static var lazy: UInt { forwarding }
  /// The node whose outcome this one waits for.
  @inlinable @inline(__always) static var pointer: UInt { ~15 }
}

/// How a step left its node.
@frozen @usableFromInline package struct Disposition: Equatable {
  /// The bits to publish; none if there is nothing to publish.
  @usableFromInline let bits: UInt

  @inlinable @inline(__always) init(bits: UInt) {
    self.bits = bits
  }

  /// The answer of a node that `operatorID` has made; nothing to publish.
  @inlinable @inline(__always) static func made(by operatorID: OperatorID) -> Disposition {
    Disposition(bits: UInt(operatorID.rawValue) << 8)
  }

  /// Whether there is an outcome to publish.
  @inlinable @inline(__always) var isOutcome: Bool { bits & State.settled != 0 }

  /// An observer, or a stage that now waits for something else.
  @inlinable @inline(__always) package static var nothing: Disposition { Disposition(bits: 0) }
  /// An observer that a rejection did not concern: nobody has heard of it by that.
  @inlinable @inline(__always) package static var ignored: Disposition {
    Disposition(bits: State.discardRequested)
  }
  /// The payload holds the value.
  @inlinable @inline(__always) package static var fulfilled: Disposition {
    Disposition(bits: State.settled)
  }
  /// The payload holds the error.
  @inlinable @inline(__always) package static var rejected: Disposition {
    Disposition(bits: State.settled | State.rejected)
  }
  /// The payload holds the error, and nobody has to be told if nobody asks for it.
  @inlinable @inline(__always) package static var rejectedAndHandled: Disposition {
    Disposition(bits: State.settled | State.rejected | State.handled)
  }
}

/// What a step is asked to do; the caller has claimed the node or is its deinit.
@frozen @usableFromInline package enum NodeOperation {
  /// Take the handler out of the payload, run it, and leave the outcome there.
  case resolve(with: Node)
  /// Take the handler out of the payload and release it.
  case dropHandler
  /// Release the value in the payload.
  case dropValue
  /// Say what made the node; also asked by who has pinned it, or knows it settled.
  case identify
}

/// The typed part of a node: the only code that knows what is in the payload.
@usableFromInline package typealias EntryPoint = (_ node: Node, _ operation: NodeOperation) ->
  Disposition
