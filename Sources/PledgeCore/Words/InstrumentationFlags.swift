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
  /// Promises are tracked: observers receive all events, or labels are kept.
  @inlinable @inline(__always) package static var events: InstrumentationFlags {
    InstrumentationFlags(rawValue: 4)
  }
  /// Observers receive the callers of the functions that create promises.
  package static var callers: InstrumentationFlags { InstrumentationFlags(rawValue: 8) }
  /// A clock knows of the tasks that attempts start.
  @inlinable @inline(__always) package static var attemptTasks: InstrumentationFlags {
    InstrumentationFlags(rawValue: 16)
  }

  /// A listener receives the jobs of stages; never ends.
  @inlinable @inline(__always) package static var jobs: InstrumentationFlags {
    InstrumentationFlags(rawValue: 64)
  }

  /// Values may have to be disposed of unless a consumer receives them; never ends.
  @inlinable @inline(__always) package static var disposals: InstrumentationFlags {
    InstrumentationFlags(rawValue: 32)
  }
  /// So many promises have numbers that those which end give them up.
  static var manyNumbers: InstrumentationFlags { InstrumentationFlags(rawValue: 128) }
  /// The same for labels.
  static var manyLabels: InstrumentationFlags { InstrumentationFlags(rawValue: 256) }
  static var manyIdentities: InstrumentationFlags { [.manyNumbers, .manyLabels] }
  /// A table of what is pending records tasks, contexts, and queues; see ``PromiseWorker``.
  @inlinable @inline(__always) package static var workers: InstrumentationFlags {
    InstrumentationFlags(rawValue: 512)
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
