public import CPledge

/// What costs something only while somebody wishes for it; one relaxed load answers for all.
@frozen @usableFromInline package struct InstrumentationFlags: OptionSet, Sendable {
  @usableFromInline package let rawValue: UInt

  @inlinable @inline(__always) package init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// Handlers see task-locals as they were when they were registered.
  @inlinable @inline(__always) package static var taskLocals: InstrumentationFlags {
    InstrumentationFlags(rawValue: 1)
  }
  /// Somebody hears of pending promises being made that are not derived from others.
  @inlinable @inline(__always) package static var creations: InstrumentationFlags {
    InstrumentationFlags(rawValue: 2)
  }
  /// Somebody hears of everything that happens to promises.
  @inlinable @inline(__always) package static var events: InstrumentationFlags {
    InstrumentationFlags(rawValue: 4)
  }

  /// What is wished for now.
  @inlinable @inline(__always) package static var current: InstrumentationFlags {
    InstrumentationFlags(rawValue: pledge_current_instrumentation())
  }

  /// Whether any of `instrumentation` is among these.
  @inlinable @inline(__always) package func includeAny(of instrumentation: InstrumentationFlags)
    -> Bool
  {
    rawValue & instrumentation.rawValue != 0
  }

  /// Has these be wished for from now on.
  package func begin() { pledge_add_instrumentation(rawValue) }

  /// Has these be wished for no longer.
  package func end() { pledge_remove_instrumentation(rawValue) }
}
