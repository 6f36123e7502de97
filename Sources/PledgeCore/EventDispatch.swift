internal import CPledge

extension Instrumentation {
  /// Tells a book under the lock, and others without it; nobody while this thread is telling already:
  /// what observers do to promises, and what goes with what they let go of, is not told.
  ///
  /// - Parameters:
  ///   - detail: What else is told.
  ///   - identify: Says whom it is about; of nobody, nothing is told.
  ///   - notice: Says what happened.
  @inline(__always)
  static func dispatch(
    _ detail: Detail = .none,
    about identify: (inout Identities) -> Subject?,
    by record: (Subject) -> EventRecord
  ) {
    let rest = observation.withLock { observation -> Rest in
      // Told or not, it has a number: another promise may have had its place.
      guard let subject = identify(&observation.identities), !isDispatching else { return .nothing }
      if let buffer = unsafe observation.buffer {
        // SAFETY: the audience keeps it, and does not change while this is locked.
        let releases = unsafe buffer._withUnsafeGuaranteedRef { $0.take(record(subject), detail) }
        return unsafe releases ? .release(buffer.takeUnretainedValue()) : .nothing
      }
      if case .listener(let listener) = observation.observers {
        return .dispatching(listener, subject)
      }
      return .nothing
    }
    switch rest {
    case .nothing: return
    case .release(let buffer): dispatching { buffer.release() }
    case .dispatching(let listener, let subject):
      dispatching { listener.receive(record(subject), detail) }
    }
  }

  @inline(__always)
  private static var isDispatching: Bool { unsafe Nesting().thread.pointee.dispatches != 0 }

  @inline(__always)
  private static func dispatching(_ body: () -> Void) {
    let thread = unsafe Nesting().thread
    unsafe thread.pointee.dispatches = 1
    body()
    unsafe thread.pointee.dispatches = 0
  }
}

extension Instrumentation {
  /// Who is told.
  package enum Observers: Sendable {
    case none
    case buffer(AnyEventBuffer)
    case listener(any EventListener)

    var isEmpty: Bool { if case .none = self { true } else { false } }
  }

  /// The number of a promise, and that of another one if it is about two.
  struct Subject {
    let promise: UInt64
    let other: UInt64

    init(_ promise: UInt64, _ other: UInt64 = 0) {
      self.promise = promise
      self.other = other
    }
  }

  /// What is left to be done of telling, under no lock.
  private enum Rest {
    case nothing
    case release(AnyEventBuffer)
    case dispatching(any EventListener, Subject)
  }
}

/// Who is told, and of which promises.
@safe struct ObservationState: ~Copyable {
  var identities = Identities()
  private(set) var observers = Instrumentation.Observers.none
  /// The book, if that is told; without counting references, which would cost more than all the rest.
  private(set) var buffer: Unmanaged<AnyEventBuffer>?

  /// Puts another audience in place of this one.
  mutating func swap(_ new: inout Instrumentation.Observers) {
    Swift.swap(&observers, &new)
    unsafe buffer = nil
    if case .buffer(let log) = observers { unsafe buffer = Unmanaged.passUnretained(log) }
    // Before, too: who saw that somebody listens may have come late.
    if observers.isEmpty || new.isEmpty { identities.removeAll() }
  }
}

extension Node {
  /// Tells that this promise waits for another one, if anybody wants to hear of it.
  ///
  /// Any thread, while both are held.
  @inlinable @inline(__always) package final func reportWaiting(for other: Node) {
    if InstrumentationFlags.current.includeAny(of: .events) {
      Instrumentation.waits(self, for: other)
    }
  }

  /// Tells that this promise has an outcome, if anybody wants to hear of it.
  ///
  /// Who has settled it, before it delivers.
  @inlinable @inline(__always) final func reportOutcome() {
    if InstrumentationFlags.current.includeAny(of: .events) { Instrumentation.wasSettled(self) }
  }

  /// The number of this promise, if anybody wants to hear of it; zero otherwise.
  final var numberIfObserved: UInt64 {
    InstrumentationFlags.current.includeAny(of: .events) ? Instrumentation.number(of: self) : 0
  }

  /// Whether there is an outcome.
  ///
  /// Any thread.
  package final var isSettled: Bool { state.loadAcquiring() & State.settled != 0 }
}
