internal import Foundation
public import Pledge
public import PledgeCore
internal import PledgeSupport

/// Records the events of promises; a ``Trace`` shows them.
///
///     let recorder = TraceRecorder()
///     recorder.start()
///     let user = try await load(1).value
///     recorder.stop()
///     print(recorder.trace.text)
///
/// A recorder keeps up to ``capacity`` promises and uses about 250 bytes for each recorded one.
/// When it is full, it removes whole finished chains, starting with the one that finished first. A
/// chain is a promise and everything derived from it; it is finished when all its promises are
/// settled or merged. Pending promises stay. While no chain is finished, new promises are not
/// recorded. The trace reports how many are missing.
///
/// A recording may begin and end at any time. Promises created before it are marked in the trace.
///
/// Errors, and the objects they hold, are kept as long as their promises. They are described only
/// when a trace is shown.
public final class TraceRecorder: PromiseObserver {
  static let greatestCapacity = 1 << 30

  /// The maximum number of promises to keep.
  public let capacity: Int
  /// The title of its traces.
  public let title: String

  private let state: EventBuffer<RecorderState>
  private let installation = Locked(RecordingSwitch.off)

  /// Creates a recorder that is not recording.
  ///
  /// - Parameters:
  ///   - capacity: The maximum number of promises to keep. Values less than 1 count as 1, and
  ///     values greater than 2³⁰ as 2³⁰.
  ///   - title: The title of its traces, such as the name of the program.
  public init(capacity: Int = 100_000, title: String = "") {
    let capacity = min(max(capacity, 1), TraceRecorder.greatestCapacity)
    self.capacity = capacity
    self.title = title
    state = EventBuffer(RecorderState(recording: Recording(capacity: capacity)))
  }

  /// Whether the recorder was started and not stopped.
  ///
  /// `false` if you install the recorder as an observer yourself.
  public var isRecording: Bool { installation.withLock { $0.isOn } }

  /// Starts recording; does nothing if the recorder is recording.
  ///
  /// ``/Pledge/Diagnostics`` keeps the recorder alive until it is stopped.
  public func start() {
    guard installation.withLock({ $0.start() }) else { return }
    state.withLock { $0.stopped = nil }
    let new = Diagnostics.install(self)
    installation.withLock { $0.started(new) }?.remove()
  }

  /// Stops recording; does nothing if the recorder is not recording.
  ///
  /// The recorded promises stay. Events that other threads are reporting may still be recorded.
  public func stop() {
    guard let old = installation.withLock({ $0.stop() }) else { return }
    old.remove()
    let now = Diagnostics.now
    state.withLock { $0.stopped = now }
  }

  /// The trace of the promises recorded so far, or until the recorder was stopped.
  ///
  /// While the records are copied, which takes milliseconds for 100,000 promises, threads with new
  /// events wait.
  ///
  /// - Complexity: O(*n* log *n*) in the number of promises.
  public var trace: Trace {
    let now = Diagnostics.now
    let (snapshot, stopped) = state.withLock { ($0.recording.snapshot, $0.stopped) }
    return snapshot.trace(title: title, end: stopped ?? now)
  }

  /// Records an event.
  ///
  /// Runs on the thread on which the event happened. It takes a lock briefly, and allocates memory
  /// only when there are more promises than ever before.
  ///
  /// - Parameter event: The event.
  public func observe(_ event: PromiseEvent) {
    state.receive(event.record, event.detail)
  }
}

extension TraceRecorder {
  /// Writes the timeline to a file in a new folder among the temporary files.
  ///
  /// It contains errors and labels, so only the user that runs the process can read it.
  ///
  /// - Returns: A line with the path of the file, or with the reason why it was not written.
  public func addToDump() -> String? {
    // Random, so that no other user of the folder can prepare a link with this name.
    let name = "pledge-\(UUID().uuidString)"
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    let path = folder.appendingPathComponent("timeline.html").path
    do {
      try FileManager.default.createDirectory(
        at: folder,
        withIntermediateDirectories: false,
        attributes: [.posixPermissions: 0o700]
      )
      try trace.write(to: path)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
      return "the timeline is in \(path)"
    } catch {
      return "\(error)"
    }
  }
}

extension TraceRecorder: BufferOwner {
  @usableFromInline package var buffer: AnyEventBuffer { state }
}

/// The state of a recorder, protected by its lock.
private struct RecorderState: ~Copyable, EventRecorder {
  var recording: Recording
  var stopped: UInt64?

  init(recording: consuming Recording) {
    self.recording = recording
  }

  @inline(__always)
  mutating func take(
    _ event: borrowing Instrumentation.EventRecord,
    _ detail: borrowing Instrumentation.Detail
  ) -> Bool {
    recording.take(event, detail)
  }

  mutating func takeReleased() -> [any Error] { recording.takeReleased() }
}
