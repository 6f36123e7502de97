public import Pledge

internal import class PledgeCore.Locked

/// Records what happens to promises, to be looked at as a ``Trace``.
///
///     let recorder = TraceRecorder()
///     recorder.start()
///     …
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

  private let state: Locked<State>
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
    state = Locked(State(recording: Recording(capacity: capacity)))
  }

  /// Whether it was started and not stopped.
  ///
  /// Installed by hand, it does not know.
  public var isRecording: Bool { installation.withLock { $0.isOn } }

  /// Records from now on; does nothing if it does so.
  ///
  /// Until it is stopped, ``Diagnostics`` keep it alive.
  public func start() {
    guard installation.withLock({ $0.start() }) else { return }
    state.withLock { $0.stopped = nil }
    let new = Diagnostics.install(self)
    installation.withLock { $0.started(new) }?.remove()
  }

  /// Records no more; does nothing if it does not.
  ///
  /// What was recorded stays. An event that another thread tells of may still be recorded.
  public func stop() {
    guard let old = installation.withLock({ $0.stop() }) else { return }
    old.remove()
    let now = Stopwatch.common.nanoseconds
    state.withLock { $0.stopped = now }
  }

  /// What was recorded so far; when it was stopped, up to then.
  ///
  /// - Complexity: O(*n* log *n*) in the number of promises.
  public var trace: Trace {
    let now = Stopwatch.common.nanoseconds
    let state = state.withLock { $0 }
    let end = state.clock.time(at: state.stopped ?? now)
    return state.recording.trace(title: title, end: end)
  }

  /// Takes note of an event.
  ///
  /// On the thread on which it happened; it takes a lock for a moment, and memory only when there are
  /// more promises than ever before.
  ///
  /// - Parameter event: What happened.
  public func observe(_ event: PromiseEvent) {
    event.sorted(
      made: { record in make(record, Labels(event)) },
      changed: { change, error in self.change(change, error: error) }
    )
  }

  private func make(_ record: consuming Record, _ labels: consuming Labels) {
    let releases = state.withLock { state in
      if state.clock.isUnset { state.clock.set(record.start, at: Stopwatch.common.nanoseconds) }
      return state.recording.make(&record, &labels)
    }
    if releases { release() }
  }

  private func change(_ change: Change, error: (any Error)?) {
    let releases = state.withLock { state in
      if state.clock.isUnset { state.clock.set(change.time, at: Stopwatch.common.nanoseconds) }
      return state.recording.change(change, error: error)
    }
    if releases { release() }
  }

  /// Lets go of what was released, without the lock.
  private func release() {
    _ = state.withLock { $0.recording.takeReleased() }
  }

  /// Says all it knows of a promise, of what that was derived from, and of what it waits for.
  ///
  /// - Parameter promise: The number of the promise.
  /// - Returns: The text, several lines; `nil` if it was not recorded.
  public func explanation(of promise: PromiseID) -> String? {
    trace.text(of: promise)
  }
}

/// What is under the lock of a recorder.
private struct State {
  var recording: Recording
  var clock = TraceClock()
  var stopped: UInt64?

  init(recording: Recording) {
    self.recording = recording
  }
}
