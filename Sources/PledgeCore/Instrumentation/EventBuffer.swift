/// A recipient of all events that is called outside any lock.
package protocol EventListener: AnyObject, Sendable {
  /// Receives an event, on the thread on which it occurred.
  func receive(_ record: Instrumentation.EventRecord, _ detail: Instrumentation.Detail)
}

/// The storage behind an ``EventBuffer``.
package protocol EventRecorder: ~Copyable {
  /// Records an event. Must not run user code or release user objects.
  ///
  /// - Returns: Whether ``takeReleased()`` has errors to return.
  mutating func take(
    _ record: borrowing Instrumentation.EventRecord,
    _ detail: borrowing Instrumentation.Detail
  ) -> Bool

  /// Removes and returns the errors that are no longer part of the recording.
  mutating func takeReleased() -> [any Error]
}

/// A recorder that the instrumentation lock protects.
///
/// A dispatch already holds this lock, so recording needs no other one, and events are recorded one
/// at a time.
@safe
package final class EventBuffer<Recorder: EventRecorder & ~Copyable>: AnyEventBuffer,
  @unchecked Sendable
{
  @exclusivity(unchecked) private var recorder: Recorder

  package init(_ recorder: consuming sending Recorder) {
    unsafe self.recorder = recorder
  }

  /// Runs `body` with exclusive access to the recorder.
  package func withLock<Output>(_ body: (inout Recorder) -> Output) -> Output {
    Instrumentation.withEventsLocked { unsafe body(&recorder) }
  }

  /// Records an event that was not dispatched to this buffer directly.
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
    // Released outside the lock: errors are user objects.
    _ = withLock { $0.takeReleased() }
  }
}

/// A type-erased ``EventBuffer``.
@usableFromInline package class AnyEventBuffer: @unchecked Sendable {
  fileprivate init() {}

  /// Records an event under the instrumentation lock; see ``EventRecorder``.
  func take(
    _ record: borrowing Instrumentation.EventRecord,
    _ detail: borrowing Instrumentation.Detail
  ) -> Bool { false }

  /// Releases the errors that are no longer part of the recording; called outside the lock.
  func release() {}
}
