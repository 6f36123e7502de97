public import PledgeCore
internal import PledgeSupport

/// The running promises of a ``ConcurrencyLimiter``, independent of the type of their values.
@usableFromInline final class RunningSlots: Sendable {
  /// The action to take after a change, without holding the lock.
  @usableFromInline enum Turn {
    case wait
    /// A slot is free again.
    case proceed
    case finish
  }

  private struct State {
    let limit: Int
    /// The consumers of the pending promises by output number, each `nil` until it is stored.
    var slots: [Int: Promise<Void>?] = [:]
    /// Whether the limiter waits for a free slot.
    var isWaitingForSlot = false
    var isClosed = false
    var isOver = false

    mutating func turn() -> Turn {
      if isOver { return .wait }
      if isWaitingForSlot, slots.count < limit {
        isWaitingForSlot = false
        return .proceed
      }
      isOver = isClosed && slots.isEmpty
      return isOver ? .finish : .wait
    }
  }

  private let state: Locked<State>

  @usableFromInline init(limit: Int) {
    state = Locked(State(limit: limit))
  }

  /// Declares that `promise` waits for the promises in the occupied slots.
  @usableFromInline func work(for promise: Node) {
    promise.waits(by: self)
  }

  /// Occupies a slot.
  @usableFromInline func begin(_ number: Int) {
    state.withLock { $0.slots[number] = .some(nil) }
  }

  /// Stores the consumer of a promise that occupies a slot, unless the promise has already ended.
  ///
  /// - Returns: Whether a slot is free for another one. If not, a later call returns
  ///   ``Turn/proceed`` when there is one, unless the limiter has ended.
  @usableFromInline func keep(_ slot: Promise<Void>, _ number: Int) -> Bool {
    let (isOver, isFull) = state.withLock { state in
      if !state.isOver, state.slots[number] != nil { state.slots[number] = slot }
      state.isWaitingForSlot = state.slots.count >= state.limit
      return (state.isOver, state.isWaitingForSlot)
    }
    if isOver { slot.discard() }
    return !isOver && !isFull
  }

  /// Frees a slot.
  @usableFromInline func end(_ number: Int) -> Turn {
    state.withLock { state in
      state.slots[number] = nil
      state.slots.shrinkIfSparse()
      return state.turn()
    }
  }

  /// Declares that no more promises will be added.
  @usableFromInline func close() -> Turn {
    state.withLock { state in
      state.isClosed = true
      return state.turn()
    }
  }

  /// Detaches from all pending promises, in the order in which they were started.
  ///
  /// - Parameter spared: The number of a promise to stay attached to.
  /// - Returns: Whether this call ended the limiter.
  @usableFromInline @discardableResult func detachAll(sparing spared: Int? = nil) -> Bool {
    guard let slots = end() else { return false }
    for (number, slot) in slots where number != spared { slot?.discard() }
    return true
  }

  /// Ends the limiter, and returns the occupied slots in the order in which they were started;
  /// `nil` if it has ended.
  private func end() -> [(key: Int, value: Promise<Void>?)]? {
    let slots: [Int: Promise<Void>?]? = state.withLock { state in
      if state.isOver { return nil }
      state.isOver = true
      defer { state.slots = [:] }
      return state.slots
    }
    return slots?.sorted(byNumber: \.key)
  }
}

extension RunningSlots: ConsumerSource {
  /// Returns the consumers in the occupied slots, in no particular order.
  func consumers(upTo limit: Int) -> [Node] {
    state.withLock { $0.slots.values.lazy.compactMap { $0 }.prefix(limit).map { $0 } }
  }

  func endConsumers() -> [Node] { end()?.compactMap(\.value) ?? [] }
}
