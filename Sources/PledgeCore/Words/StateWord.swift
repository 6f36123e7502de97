/// The state of a node: everything that threads have to agree on, in one word.
///
///     pending   [ newest consumer | edited 8 | claimed 4 | pinned or discard requested 2 | 0 ]
///     rejected  [ waiting consumer |    handled 8 | 4 | draining 2 | settled 1 ]
///     fulfilled [ waiting consumer | disposable 8 | 0 | draining 2 | settled 1 ]
///
///     pending ──claim──▶ claimed ──publish──▶ settled, draining ──list is empty──▶ settled, open
///        │                  │  └──publish, no consumers, not edited──────────────▶ settled, open
///        │                  └──the handler returned a pending promise──▶ pending
///        └──pin──▶ pinned ──publish──▶ settled
///                     └──unpin──▶ pending
///
///     settled, draining ──nesting limit, or the rest is offered──▶ deferred
///     deferred ──a thread registers, or the thread that deferred continues──▶ settled, draining
///     settled, open ──a registration at the nesting limit──▶ deferred
///
/// The thread that claims a node settles it; a thread that pins it settles it or unpins it. A claim
/// may last, because a stage's handler runs under it, so other threads give up when they find a
/// node claimed. A pin is brief, so other threads wait until it ends.
///
/// *Draining* means that a thread delivers to the consumers and will look again: a consumer that
/// registers concurrently joins the list, which preserves the order. A settled node with consumers
/// that no thread drains is *deferred*: any thread may take the delivery over. The consumers that a
/// previous thread took off the list without serving them are in the node's `aux`, oldest first;
/// they precede those in the list. An *open* node has no waiting consumers in either place.
@frozen @usableFromInline package struct StateWord: NodeWord, Equatable {
  @usableFromInline package var bits: UInt

  @inlinable @inline(__always) package init(bits: UInt) {
    self.bits = bits
  }

  /// A pending node whose only consumer is at the address `list`.
  @inlinable @inline(__always) init(list: UInt) {
    self.init(bits: list)
  }

  // A bit has one meaning while the node is pending and another one once it is settled.

  @inlinable @inline(__always) static var settledBit: UInt { 1 }
  /// Pinned (pending, unclaimed); discard requested (claimed); draining (settled).
  @inlinable @inline(__always) static var secondBit: UInt { 2 }
  /// Claimed (pending); rejected (settled).
  @inlinable @inline(__always) static var thirdBit: UInt { 4 }
  /// Edited (pending); handled (rejected); disposable (fulfilled).
  @inlinable @inline(__always) static var fourthBit: UInt { 8 }
  @inlinable @inline(__always) static var tagBits: UInt { 15 }

  @inlinable @inline(__always) func has(_ mask: UInt) -> Bool { bits & mask != 0 }
}

// MARK: - Pending or settled

extension StateWord {
  /// Whether the payload is the final outcome.
  @inlinable @inline(__always) var isSettled: Bool { has(StateWord.settledBit) }

  @inlinable @inline(__always) var isPending: Bool { !has(StateWord.settledBit) }

  /// The address of the consumer at the head of the list, the newest one; zero if there is none.
  @inlinable @inline(__always) var list: UInt { bits & ~StateWord.tagBits }

  @inlinable @inline(__always) var hasConsumers: Bool { has(~StateWord.tagBits) }

  /// The same state with the list that begins at an address.
  @inlinable @inline(__always) func withList(_ list: UInt) -> StateWord {
    StateWord(bits: list | bits & StateWord.tagBits)
  }

  @inlinable @inline(__always) var withoutList: StateWord {
    StateWord(bits: bits & StateWord.tagBits)
  }

  /// The address in a word that may carry tag bits.
  @inlinable @inline(__always) static func address(in word: UInt) -> UInt { word & ~tagBits }
}

// MARK: - Pending

extension StateWord {
  /// Pending, without consumers.
  @inlinable @inline(__always) package static var pending: StateWord { StateWord(bits: 0) }
  /// Claimed, without consumers.
  @inlinable @inline(__always) package static var claimed: StateWord { StateWord(bits: thirdBit) }
  /// Pinned, without consumers; also the pin by itself, to be removed.
  @inlinable @inline(__always) static var pinned: StateWord { StateWord(bits: secondBit) }
  /// The mark of edits, to be removed.
  @inlinable @inline(__always) static var edits: StateWord { StateWord(bits: fourthBit) }
  /// No bit, to be removed by an operation that only orders this thread.
  @inlinable @inline(__always) static var noBits: StateWord { StateWord(bits: 0) }

  /// Whether the node is pending, and neither claimed nor pinned.
  @inlinable @inline(__always) var isClaimable: Bool {
    !has(StateWord.settledBit | StateWord.thirdBit | StateWord.secondBit)
  }

  /// Whether the node is pending and not claimed; it may be pinned.
  @inlinable @inline(__always) var isUnclaimed: Bool {
    !has(StateWord.settledBit | StateWord.thirdBit)
  }

  /// Whether a thread has claimed the pending node.
  @inlinable @inline(__always) var isClaimed: Bool { has(StateWord.thirdBit) }

  /// Whether the node is pending and claimed, and no discard has been requested.
  @inlinable @inline(__always) var isOnlyClaimed: Bool {
    bits & (StateWord.settledBit | StateWord.thirdBit | StateWord.secondBit) == StateWord.thirdBit
  }

  /// Whether a thread has pinned this pending node, to access its source or payload, or to settle
  /// it: for a moment, the node may be neither claimed nor moved.
  @inlinable @inline(__always) var isPinned: Bool {
    bits & (StateWord.settledBit | StateWord.thirdBit | StateWord.secondBit)
      == StateWord.secondBit
  }

  /// Whether `DiscardedError` replaces the outcome of the handler that runs under the claim.
  @inlinable @inline(__always) var isDiscardRequested: Bool { has(StateWord.secondBit) }

  /// Whether the list or the attachments of the pending node have been edited under its stripe, or
  /// are being edited.
  ///
  /// The thread that ends the pending state then locks the stripe once, and drains until then.
  @inlinable @inline(__always) var isEdited: Bool { has(StateWord.fourthBit) }

  /// Whether the node is settled, or pending and already marked as edited.
  @inlinable @inline(__always) var isSettledOrEdited: Bool {
    has(StateWord.settledBit | StateWord.fourthBit)
  }

  /// Whether a pending node has consumers or attachments.
  @inlinable @inline(__always) var hasConsumersOrEdits: Bool {
    has(~StateWord.tagBits | StateWord.fourthBit)
  }

  @inlinable @inline(__always) var claimed: StateWord { StateWord(bits: bits | StateWord.thirdBit) }

  @inlinable @inline(__always) var unclaimed: StateWord {
    StateWord(bits: bits & ~StateWord.thirdBit)
  }

  @inlinable @inline(__always) var pinned: StateWord { StateWord(bits: bits | StateWord.secondBit) }

  /// The claimed state, with a request that a discard replace the outcome.
  @inlinable @inline(__always) var requestingDiscard: StateWord {
    StateWord(bits: bits | StateWord.secondBit)
  }

  @inlinable @inline(__always) var edited: StateWord { StateWord(bits: bits | StateWord.fourthBit) }

  /// The edited bit of this state without any others, for a node in its deinit.
  @inlinable @inline(__always) var onlyEdited: StateWord {
    StateWord(bits: bits & StateWord.fourthBit)
  }
}

// MARK: - Settled

extension StateWord {
  @inlinable @inline(__always) package static var fulfilled: StateWord {
    StateWord(bits: settledBit)
  }

  @inlinable @inline(__always) package static var rejected: StateWord {
    StateWord(bits: settledBit | thirdBit)
  }

  /// Fulfilled, where the value has to be disposed of unless a consumer receives it; also to be
  /// inserted into a fulfilled state.
  @inlinable @inline(__always) static var disposable: StateWord {
    StateWord(bits: settledBit | fourthBit)
  }

  /// Rejected, where no report is due if no consumer handles the error.
  @inlinable @inline(__always) static var rejectedAndHandled: StateWord {
    StateWord(bits: settledBit | thirdBit | fourthBit)
  }

  /// The final state of a consumer that is not a promise and has nothing to publish.
  @inlinable @inline(__always) static var finished: StateWord {
    StateWord(bits: settledBit)
  }

  /// The mark of a handled rejection, to be inserted.
  @inlinable @inline(__always) static var handled: StateWord { StateWord(bits: fourthBit) }
  /// The mark of a delivery in progress, to be removed.
  @inlinable @inline(__always) static var draining: StateWord { StateWord(bits: secondBit) }

  /// Whether the settled node has an error.
  @inlinable @inline(__always) var isRejected: Bool { has(StateWord.thirdBit) }

  /// Whether the node is settled with an error.
  @inlinable @inline(__always) var hasError: Bool {
    bits & (StateWord.settledBit | StateWord.thirdBit) == StateWord.settledBit | StateWord.thirdBit
  }

  /// Whether the node is settled with a value.
  @inlinable @inline(__always) var hasValue: Bool {
    bits & (StateWord.settledBit | StateWord.thirdBit) == StateWord.settledBit
  }

  /// Whether the node is settled with a value without a disposal.
  @inlinable @inline(__always) var hasPlainValue: Bool {
    bits & (StateWord.settledBit | StateWord.thirdBit | StateWord.fourthBit)
      == StateWord.settledBit
  }

  /// Whether the node is settled with a value that has a disposal.
  @inlinable @inline(__always) var isDisposable: Bool {
    bits & (StateWord.settledBit | StateWord.thirdBit | StateWord.fourthBit)
      == StateWord.settledBit | StateWord.fourthBit
  }

  /// Whether the settled node has a value without a disposal, and no thread delivers it.
  @inlinable @inline(__always) var isIdleWithPlainValue: Bool {
    !has(StateWord.secondBit | StateWord.thirdBit | StateWord.fourthBit)
  }

  /// Whether the settled node has an error, or a value that has a disposal.
  @inlinable @inline(__always) var isRejectedOrDisposable: Bool {
    has(StateWord.thirdBit | StateWord.fourthBit)
  }

  /// Whether a consumer of the rejected node could see its error.
  @inlinable @inline(__always) var isHandled: Bool { has(StateWord.fourthBit) }

  /// Whether the node is rejected and its error has not been handled.
  @inlinable @inline(__always) var isUnhandledRejection: Bool {
    bits & (StateWord.settledBit | StateWord.thirdBit | StateWord.fourthBit)
      == StateWord.settledBit | StateWord.thirdBit
  }

  /// Whether a thread delivers from the settled node; new consumers join the list.
  @inlinable @inline(__always) var isDraining: Bool { has(StateWord.secondBit) }

  /// Whether the node is settled and no thread delivers from it.
  @inlinable @inline(__always) var isIdle: Bool {
    bits & (StateWord.settledBit | StateWord.secondBit) == StateWord.settledBit
  }

  /// Whether the node is settled, no thread delivers from it, and no consumer waits.
  @inlinable @inline(__always) var isOpen: Bool {
    bits & (StateWord.settledBit | StateWord.secondBit | ~StateWord.tagBits)
      == StateWord.settledBit
  }

  /// Whether the node is open, with a value without a disposal.
  @inlinable @inline(__always) var isOpenWithPlainValue: Bool { bits == StateWord.settledBit }

  /// This outcome while a thread delivers to the consumers; it has not taken those in `list`.
  @inlinable @inline(__always) func draining(_ list: UInt) -> StateWord {
    StateWord(bits: bits | StateWord.secondBit | list)
  }

  /// A settled node whose delivery this thread takes over.
  @inlinable @inline(__always) var draining: StateWord {
    StateWord(bits: bits | StateWord.secondBit)
  }

  /// The end of a delivery that found the list empty.
  @inlinable @inline(__always) var opened: StateWord {
    StateWord(bits: bits & ~StateWord.secondBit)
  }
}
