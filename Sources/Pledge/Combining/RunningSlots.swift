public import PledgeCore

/// Who is at work in a ``ConcurrencyLimiter``, whatever that brings.
@usableFromInline final class RunningSlots: Sendable {
  /// What has to be done after a change, without a lock.
  @usableFromInline enum Turn {
    case wait
    /// There is a place again.
    case proceed
    case finish
  }

  private struct State {
    let limit: Int
    /// The consumers of what is pending, once they are there, by the number of the output.
    var slots: [Int: Promise<Void>?] = [:]
    /// Whether a place is waited for.
    var isAwaited = false
    var isClosed = false
    var isOver = false

    mutating func turn() -> Turn {
      if isOver { return .wait }
      if isAwaited, slots.count < limit {
        isAwaited = false
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

  /// Notes that `promise` waits by the seats that are taken.
  @usableFromInline func work(for promise: Node) {
    promise.waits(by: self)
  }

  /// Takes a place.
  @usableFromInline func begin(_ number: Int) {
    state.withLock { $0.slots[number] = .some(nil) }
  }

  /// Keeps the consumer of what has begun, unless that has ended.
  ///
  /// - Returns: Whether there is a place for another one; if not, some turn says so later, unless all
  ///   is over.
  @usableFromInline func keep(_ slot: Promise<Void>, _ number: Int) -> Bool {
    let (isOver, isAwaited) = state.withLock { state in
      if !state.isOver, state.slots[number] != nil { state.slots[number] = slot }
      state.isAwaited = state.slots.count >= state.limit
      return (state.isOver, state.isAwaited)
    }
    if isOver { slot.discard() }
    return !isOver && !isAwaited
  }

  /// Gives a place back.
  @usableFromInline func end(_ number: Int) -> Turn {
    state.withLock { state in
      state.slots[number] = nil
      return state.turn()
    }
  }

  /// Nothing more is added.
  @usableFromInline func close() -> Turn {
    state.withLock { state in
      state.isClosed = true
      return state.turn()
    }
  }

  /// Leaves all that is pending, in the order in which it was started.
  ///
  /// - Parameter spared: The number of a promise that is not left.
  /// - Returns: Whether this is what ended it.
  @usableFromInline @discardableResult func detachAll(sparing spared: Int? = nil) -> Bool {
    let slots: [Int: Promise<Void>?]? = state.withLock { state in
      if state.isOver { return nil }
      state.isOver = true
      defer { state.slots = [:] }
      return state.slots
    }
    guard let slots else { return false }
    for (number, slot) in slots.sorted(by: { $0.key < $1.key }) where number != spared {
      slot?.discard()
    }
    return true
  }
}

extension RunningSlots: ConsumerSource {
  /// The seats that are taken, in no order.
  func consumers(upTo limit: Int) -> [Node] {
    state.withLock { $0.slots.values.lazy.compactMap { $0 }.prefix(limit).map { $0 } }
  }
}
