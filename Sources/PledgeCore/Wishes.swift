public import CPledge

/// What costs something only while somebody wishes for it; one relaxed load answers for all.
@frozen @usableFromInline package struct Wishes: OptionSet, Sendable {
  @usableFromInline package let rawValue: UInt

  @inlinable @inline(__always) package init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// Handlers see task-locals as they were when they were registered.
  @inlinable @inline(__always) package static var taskLocals: Wishes { Wishes(rawValue: 1) }
  /// Somebody hears of pending promises being made that are not derived from others.
  @inlinable @inline(__always) package static var births: Wishes { Wishes(rawValue: 2) }
  /// Somebody hears of everything that happens to promises.
  @inlinable @inline(__always) package static var events: Wishes { Wishes(rawValue: 4) }

  /// What is wished for now.
  @inlinable @inline(__always) package static var current: Wishes {
    Wishes(rawValue: pledge_current_wishes())
  }

  /// Whether any of `wishes` is among these.
  @inlinable @inline(__always) package func includeAny(of wishes: Wishes) -> Bool {
    rawValue & wishes.rawValue != 0
  }

  /// Has these be wished for from now on.
  package func begin() { pledge_add_wishes(rawValue) }

  /// Has these be wished for no longer.
  package func end() { pledge_remove_wishes(rawValue) }
}
