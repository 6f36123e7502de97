/// Questions to the words of a node, and single changes of a word.
extension Node {
  /// Whether this node is a promise, as opposed to an observer or a waiter.
  final var isPromise: Bool { type(of: self) != Node.self && site.bits != 0 }

  /// Whether this node is settled.
  ///
  /// Readable from any thread.
  package final var hasOutcome: Bool { state.loadAcquiring().isSettled }

  /// Whether the list of consumers is not empty.
  final var hasConsumers: Bool { state.loadRelaxed().hasConsumers }

  /// Whether this node is settled, no thread is delivering, and no consumer waits.
  @inlinable @inline(__always) final var isOpen: Bool { state.loadAcquiring().isOpen }

  /// Whether this promise starts its work with its first consumer.
  ///
  /// A detached stage may also report `true`; this is harmless.
  @inlinable @inline(__always) final var isLazy: Bool {
    upstream.loadRelaxed().isLazy
  }

  /// Whether this node, which is settled, is a lazy promise.
  final var isLazyPromise: Bool {
    // A lazy promise keeps this bit. Acquiring: the entry point was written before it.
    upstream.loadAcquiring().isForwarding && operatorID.number == OperatorID.lazyPromise.number
  }

  /// Whether any node may have a disposal; see `DisposalEntry.swift`.
  @inlinable @inline(__always) static var mayHaveDisposals: Bool {
    InstrumentationFlags.current.includeAny(of: .disposals)
  }
}

extension Node {
  /// Marks the rejection, if there is one, as handled.
  ///
  /// Callable from any thread once the node is settled.
  @usableFromInline @inline(__always) package final func markHandled() {
    guard state.loadRelaxed().isUnhandledRejection else { return }
    state.insertRelaxed(.handled)
  }

  /// Marks the list as edited under the stripe.
  ///
  /// - Returns: `false` if this node is settled.
  final func markEdited(_ found: inout StateWord) -> Bool {
    while !found.isSettledOrEdited {
      if state.exchangeAcquiringAndReleasing(&found, for: found.edited) {
        found = found.edited
      }
    }
    return found.isPending
  }

  /// Replaces the source `old` with `new`, unless this node has detached from `old`.
  final func redirect(from old: UInt, to new: UInt) {
    var found = upstream.loadRelaxed()
    while found.source == old {
      if upstream.exchangeAcquiringAndReleasing(&found, for: found.withSource(new)) {
        return
      }
    }
  }
}
