internal import CPledge

extension Instrumentation {
  /// An event as plain data: copying it involves no reference counting.
  @usableFromInline package struct EventRecord: Sendable, BitwiseCopyable {
    package enum Event: UInt8, Sendable, BitwiseCopyable {
      case created
      /// The promise was derived from ``EventRecord/other``.
      case chained
      /// The promise waits for ``EventRecord/other``.
      case waits
      /// The promise was spliced out of its chain.
      case merged
      /// The detail holds the error if the promise was rejected.
      case settled
      /// The last reference was released while the promise was pending.
      case broken
      /// The detail holds the error.
      case unhandled
      case settledAgain
      /// The detail holds the label.
      case labeled

      // Only a table of what is pending receives the following; see ``PromiseWorker``.
      /// The detail holds the name of the task that settles the promise.
      case task
      /// The handler or the body has begun, on its context.
      case began
      /// The promise's worker awaits ``EventRecord/other``.
      case awaits
      /// That wait has ended.
      case awaited
      /// The promise is that of an operation in the queue with the address, whose limit is
      /// ``EventRecord/other``.
      case queued
      /// The promise was lent the priority ``EventRecord/other``.
      case lent
    }

    package let event: Event
    /// The operator that created the promise; `nil` if the event does not report it.
    package let operatorID: OperatorID?
    /// The number of the promise.
    package let promise: UInt64
    /// The number of the other promise in an event about two; otherwise zero.
    package let other: UInt64
    /// The site of the other promise if it was pending; otherwise unknown.
    package let pendingOther: Site
    /// The address of the promise; zero if unknown.
    package let address: UInt
    package let site: Site
    package let time: UInt64
    package let thread: UInt64
    package let callers: Ancestry

    @inline(__always)
    package init(
      _ event: Event,
      of promise: UInt64,
      at site: Site,
      other: UInt64 = 0,
      pendingOther: Site = .unknown,
      address: UInt = 0,
      operatorID: OperatorID? = nil,
      callers: Ancestry = Ancestry(),
      time: UInt64 = Instrumentation.now,
      thread: UInt64 = Instrumentation.thread
    ) {
      self.event = event
      self.operatorID = operatorID
      self.promise = promise
      self.other = other
      self.pendingOther = pendingOther
      self.address = address
      self.site = site
      self.time = time
      self.thread = thread
      self.callers = callers
    }
  }

  /// The details of an event; most events have none.
  @usableFromInline package enum Detail: Sendable {
    case none
    case error(any Error)
    case words(Words)

    package var error: (any Error)? {
      switch self {
      case .none: nil
      case .error(let error): error
      case .words(let words): words.error
      }
    }

    /// The reason that was given for a discard.
    package var discardReason: String? { (error as? DiscardedError)?.reason }

    package var words: Words? { if case .words(let words) = self { words } else { nil } }
  }

  /// How a promise was created, or its label, as text; for events that clients construct, also the
  /// error.
  @usableFromInline package final class Words: Sendable {
    /// The name of the operator that created the promise, if it has no ``OperatorID``.
    package let name: String?
    /// The context on which the handler runs; `nil` if it does not hop to one.
    package let context: String?

    package let label: String?
    package let error: (any Error)?

    package init(
      name: String? = nil,
      context: String? = nil,
      label: String? = nil,
      error: (any Error)? = nil
    ) {
      self.name = name
      self.context = context
      self.label = label
      self.error = error
    }
  }
}

/// Return addresses, innermost first; terminated by zero if there are fewer than ``capacity``.
@safe @usableFromInline package struct Ancestry: Sendable, BitwiseCopyable {
  package static let capacity = Int(PLEDGE_MAX_CALLERS)

  private var callers = pledge_callers()

  package init() {}

  /// Creates an instance with the first ``capacity`` elements of `addresses`.
  package init(_ addresses: some Sequence<UInt>) {
    unsafe withUnsafeMutableBytes(of: &callers) { bytes in
      let words = unsafe bytes.assumingMemoryBound(to: UInt.self)
      for (index, address) in zip(words.indices, addresses) { unsafe words[index] = address }
    }
  }

  /// The number of addresses.
  package var count: Int {
    (0..<Ancestry.capacity).first { self[$0] == 0 } ?? Ancestry.capacity
  }

  /// Returns the address at `index`; zero past the last one.
  ///
  /// - Parameter index: The index, from zero up to but not including ``capacity``.
  package subscript(index: Int) -> UInt {
    precondition((0..<Ancestry.capacity).contains(index))
    return unsafe withUnsafeBytes(of: callers) { bytes in
      unsafe bytes.load(fromByteOffset: index * MemoryLayout<UInt>.size, as: UInt.self)
    }
  }

  /// Captures the return addresses of the functions above the caller, if observers receive them.
  ///
  /// - Parameter skipped: The number of the core's own frames above the caller in a debug build; in
  ///   other builds, these are inlined.
  /// - Returns: The addresses.
  @inline(__always)
  static func above(skipping skipped: UInt = 0) -> Ancestry {
    var ancestry = Ancestry()
    guard InstrumentationFlags.current.includeAny(of: .callers) else { return ancestry }
    // Skips the caller and, in a debug build, this function.
    ancestry.callers = pledge_find_callers(_isDebugAssertConfiguration() ? 2 + skipped : 1)
    return ancestry
  }
}

/// A recipient of all events that is called outside any lock.
package protocol EventListener: AnyObject, Sendable {
  /// Receives an event, on the thread on which it occurred.
  func receive(_ record: Instrumentation.EventRecord, _ detail: Instrumentation.Detail)
}

/// The storage behind an ``EventBuffer``.
package protocol EventRecorder: ~Copyable {
  /// Records an event.
  ///
  /// Must not run user code or release user objects.
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
