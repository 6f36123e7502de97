/// Who is told of everything, outside of any lock.
package protocol EventListener: AnyObject, Sendable {
  /// Takes note of a notice; on the thread on which it happened.
  func receive(_ record: Instrumentation.EventRecord, _ detail: Instrumentation.Detail)
}

/// What notes are taken in.
package protocol EventRecorder: ~Copyable {
  /// Takes note of a notice; runs no user code, and releases nothing of a user's.
  ///
  /// - Returns: Whether something is to be taken by ``takeReleased()``.
  mutating func take(
    _ record: borrowing Instrumentation.EventRecord,
    _ detail: borrowing Instrumentation.Detail
  ) -> Bool

  /// Errors that it has let go of.
  mutating func takeReleased() -> [any Error]
}

/// A taker under the lock of the watch, which so is told without another one, and one thing after the
/// other.
@safe
package final class EventBuffer<Recorder: EventRecorder & ~Copyable>: AnyEventBuffer,
  @unchecked Sendable
{
  @exclusivity(unchecked) private var recorder: Recorder

  package init(_ recorder: consuming sending Recorder) {
    unsafe self.recorder = recorder
  }

  /// Runs `body` with the taker, alone.
  package func withLock<Output>(_ body: (inout Recorder) -> Output) -> Output {
    Instrumentation.alone { unsafe body(&recorder) }
  }

  /// Takes note of what others were told.
  package func receive(_ record: Instrumentation.EventRecord, _ detail: Instrumentation.Detail) {
    if withLock({ $0.take(record, detail) }) { release() }
  }

  override func take(
    _ record: borrowing Instrumentation.EventRecord,
    _ detail: borrowing Instrumentation.Detail
  ) -> Bool {
    unsafe recorder.take(record, detail)
  }

  override func release() {
    // Without the lock: they are users' objects.
    _ = withLock { $0.takeReleased() }
  }
}

/// A book, whatever takes notes in it.
@usableFromInline package class AnyEventBuffer: @unchecked Sendable {
  fileprivate init() {}

  /// The same as that of the taker; under the lock of the watch.
  func take(
    _ record: borrowing Instrumentation.EventRecord,
    _ detail: borrowing Instrumentation.Detail
  ) -> Bool { false }

  /// Lets go of what the taker has let go of; under no lock.
  func release() {}
}
