internal import PledgeSupport

extension Instrumentation {
  /// What a clock or a context is about to receive.
  package enum HandedWork {
    /// A timer; also an internal one, which observers do not see.
    case timer
    /// The job of a stage, whose context was reported at its creation.
    case job(of: Node)
    /// Another job, for a context of this name.
    case work(on: String)
  }

  private static let work = Locked(WorkListener())

  /// Calls `listener` for everything that is handed over while events are observed; for jobs, only
  /// once the flag for them is set.
  ///
  /// All calls pass equivalent listeners.
  package static func listenToWork(_ listener: @escaping @Sendable (HandedWork) -> Void) {
    work.withLock { $0.listener = listener }
  }

  /// Reports that a clock or a context is about to receive something.
  package static func wasHanded(_ handed: HandedWork) { work.withLock { $0 }.listener?(handed) }
}

/// A struct rather than a bare closure; see ``Locked``.
private struct WorkListener {
  var listener: (@Sendable (Instrumentation.HandedWork) -> Void)?
}
