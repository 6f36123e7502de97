public import Pledge
public import PledgeCore

/// Records what happens to promises, to be looked at as a ``Trace``.
///
///     let recorder = TraceRecorder()
///     recorder.start()
///     let user = try await load(1).value
///     recorder.stop()
///     print(recorder.trace.text)
///
/// It keeps up to ``capacity`` promises, with some 250 bytes for each that there is. When it is full,
/// finished chains go whole: a promise with everything derived from it, once all of it is settled or
/// merged. The one that has been finished for longest goes first. What is pending stays; if nothing
/// is finished, promises are not recorded that are made then, until something is. The trace says how
/// many are missing.
///
/// A recording may begin and end at any time. A promise that was made before is shown as such.
///
/// Errors are kept, and so is what they hold, as long as their promises are. They are described when
/// a trace is shown, not before.
public final class TraceRecorder: PromiseObserver {
  static let greatestCapacity = 1 << 30

  /// How many promises it keeps at most.
  public let capacity: Int
  /// What its traces are of.
  public let title: String

  private let notes: EventBuffer<Notes>
  private let installation = Locked(RecordingSwitch.off)

  /// Creates a recorder that records nothing yet.
  ///
  /// - Parameters:
  ///   - capacity: How many promises it keeps at most, from one to about a thousand million.
  ///   - title: What its traces are of, such as the name of the program.
  public init(capacity: Int = 100_000, title: String = "") {
    precondition(
      (1...TraceRecorder.greatestCapacity).contains(capacity),
      """
      TraceRecorder(capacity: \(capacity)): the number of promises to keep has to be \
      from 1 to \(TraceRecorder.greatestCapacity)
      """
    )
    self.capacity = capacity
    self.title = title
    notes = EventBuffer(Notes(recording: Recording(capacity: capacity)))
  }

  /// Whether it was started and not stopped.
  ///
  /// Installed by hand, it does not know.
  public var isRecording: Bool { installation.withLock { $0.isOn } }

  /// Records from now on; does nothing if it does so.
  ///
  /// Until it is stopped, ``/Pledge/Diagnostics`` keep it alive.
  public func start() {
    guard installation.withLock({ $0.start() }) else { return }
    notes.withLock { $0.stopped = nil }
    let new = Diagnostics.install(self)
    installation.withLock { $0.started(new) }?.remove()
  }

  /// Records no more; does nothing if it does not.
  ///
  /// What was recorded stays. An event that another thread tells of may still be recorded.
  public func stop() {
    guard let old = installation.withLock({ $0.stop() }) else { return }
    old.remove()
    let now = Diagnostics.now
    notes.withLock { $0.stopped = now }
  }

  /// What was recorded so far; when it was stopped, up to then.
  ///
  /// Promises that have something to tell wait while it is copied, which for a hundred thousand takes
  /// milliseconds.
  ///
  /// - Complexity: O(*n* log *n*) in the number of promises.
  public var trace: Trace {
    let now = Diagnostics.now
    let (snapshot, stopped) = notes.withLock { ($0.recording.snapshot, $0.stopped) }
    return snapshot.trace(title: title, end: stopped ?? now)
  }

  /// Takes note of an event.
  ///
  /// On the thread on which it happened; it takes a lock for a moment, and memory only when there are
  /// more promises than ever before.
  ///
  /// - Parameter event: What happened.
  public func observe(_ event: PromiseEvent) {
    notes.receive(event.record, event.detail)
  }

  /// Says all it knows of a promise, of what that was derived from, and of what it waits for.
  ///
  /// - Parameter promise: The number of the promise.
  /// - Returns: The text, several lines; `nil` if it was not recorded.
  public func explanation(of promise: PromiseID) -> String? {
    trace.text(of: promise)
  }
}

extension TraceRecorder: BufferOwner {
  @usableFromInline package var buffer: AnyEventBuffer { notes }
}

/// What a recorder has noted.
private struct Notes: ~Copyable, EventRecorder {
  var recording: Recording
  var stopped: UInt64?

  init(recording: consuming Recording) {
    self.recording = recording
  }

  @inline(__always)
  mutating func take(
    _ notice: borrowing Instrumentation.EventRecord,
    _ detail: borrowing Instrumentation.Detail
  ) -> Bool {
    recording.take(notice, detail)
  }

  mutating func takeReleased() -> [any Error] { recording.takeReleased() }
}
