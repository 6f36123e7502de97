public import CPledge

/// Features that cost nothing unless they are enabled; one relaxed load reads all flags.
@frozen @usableFromInline package struct InstrumentationFlags: OptionSet, Sendable {
  @usableFromInline package let rawValue: UInt

  @inlinable @inline(__always) package init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// Handlers run with the task-local values captured at their registration.
  @inlinable @inline(__always) package static var taskLocals: InstrumentationFlags {
    InstrumentationFlags(rawValue: 1)
  }
  /// A listener receives pending promises that are created without being derived from others.
  @inlinable @inline(__always) package static var creations: InstrumentationFlags {
    InstrumentationFlags(rawValue: 2)
  }
  /// Observers receive all events.
  @inlinable @inline(__always) package static var events: InstrumentationFlags {
    InstrumentationFlags(rawValue: 4)
  }

  /// The enabled flags.
  @inlinable @inline(__always) package static var current: InstrumentationFlags {
    InstrumentationFlags(rawValue: pledge_current_instrumentation())
  }

  /// Returns whether this set contains any of `instrumentation`.
  @inlinable @inline(__always) package func includeAny(of instrumentation: InstrumentationFlags)
    -> Bool
  {
    rawValue & instrumentation.rawValue != 0
  }

  /// Enables these flags.
  package func begin() { pledge_add_instrumentation(rawValue) }

  /// Disables these flags.
  package func end() { pledge_remove_instrumentation(rawValue) }
}
