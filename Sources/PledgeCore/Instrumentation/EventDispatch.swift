internal import CPledge
internal import PledgeSupport

extension Instrumentation {
  /// Dispatches an event: to a buffer under the lock, to a listener outside it.
  ///
  /// Events that occur on this thread during a dispatch are dropped, unless the buffer needs all:
  /// those that observers cause, and those caused by releasing objects that a buffer no longer
  /// stores.
  ///
  /// - Parameters:
  ///   - detail: The details of the event.
  ///   - findSubject: Returns the promises of the event, or `nil` if there is nothing to dispatch.
  ///   - record: Creates the record of the event.
  @inline(__always)
  static func dispatch(
    _ detail: Detail = .none,
    about findSubject: (inout Identities) -> EventSubject?,
    record: (EventSubject) -> EventRecord
  ) {
    let remainder = observation.withLock { observation -> Remainder in
      // Numbered even if nothing is dispatched: another promise may have had the same address.
      guard let subject = findSubject(&observation.identities),
        !isDispatching || observation.observers.needAllEvents
      else { return .nothing }
      if let buffer = unsafe observation.buffer {
        // SAFETY: `observers` retains the buffer and does not change while the lock is held.
        let releases = unsafe buffer._withUnsafeGuaranteedRef { $0.take(record(subject), detail) }
        if releases { return unsafe .release(buffer.takeUnretainedValue()) }
      }
      guard !isDispatching, let listener = observation.observers.listener else { return .nothing }
      return .notify(listener, subject)
    }
    switch remainder {
    case .nothing: return
    case .release(let buffer): suppressingEvents { buffer.release() }
    case .notify(let listener, let subject):
      suppressingEvents { listener.receive(record(subject), detail) }
    }
  }

  @inline(__always)
  private static var isDispatching: Bool { unsafe CurrentThread.words.pointee.dispatches != 0 }

  @inline(__always)
  private static func suppressingEvents(_ body: () -> Void) {
    let thread = unsafe CurrentThread.words
    unsafe thread.pointee.dispatches = 1
    body()
    unsafe thread.pointee.dispatches = 0
  }
}

extension Instrumentation {
  /// The recipients of events.
  package struct Observers: Sendable {
    var buffer: AnyEventBuffer?
    var listener: (any EventListener)?
    /// Whether the buffer needs all events, in their order.
    let needAllEvents: Bool
    /// Whether promises are tracked, at least to keep their labels.
    let track: Bool

    package init(
      buffer: AnyEventBuffer? = nil,
      listener: (any EventListener)? = nil,
      needAllEvents: Bool = false,
      track: Bool = true
    ) {
      (self.buffer, self.listener) = (buffer, listener)
      (self.needAllEvents, self.track) = (needAllEvents, track)
    }

    var receiveEvents: Bool { buffer != nil || listener != nil }
  }

  /// The number of the promise that an event is about and, in an event about two, of the other one.
  struct EventSubject {
    let promise: UInt64
    let other: UInt64

    init(_ promise: UInt64, _ other: UInt64 = 0) {
      self.promise = promise
      self.other = other
    }
  }

  /// The part of a dispatch that runs outside the lock.
  private enum Remainder {
    case nothing
    case release(AnyEventBuffer)
    case notify(any EventListener, EventSubject)
  }
}

/// The recipients of events, and the numbers of the observed promises.
@safe struct ObservationState: ~Copyable {
  var identities = Identities()
  private(set) var observers = Instrumentation.Observers(track: false)
  /// The buffer, if events go to one; unretained, as counting references would dominate the cost.
  private(set) var buffer: Unmanaged<AnyEventBuffer>?

  /// Exchanges the recipients with `new`.
  mutating func swap(_ new: inout Instrumentation.Observers) {
    Swift.swap(&observers, &new)
    unsafe buffer = observers.buffer.map { unsafe Unmanaged.passUnretained($0) }
    // Also when observation begins: a thread that had read the flags before observation last ended
    // may have added a number after that.
    if !(observers.track && new.track) { identities.removeAll() }
  }
}

/// The numbers of promises by address, because a node has no room for one.
///
/// While there are few entries, one outlives its promise, until another promise is created at the
/// same address; a promise that ends then costs nothing. Beyond ``few``, promises that end remove
/// their entries (``InstrumentationFlags/manyNumbers``), so the memory of a burst is released.
///
/// Not thread-safe: callers hold a lock.
struct Identities: ~Copyable {
  /// The labels of the promises that have any; they last as long as the numbers.
  private(set) var labels: [UInt: String] = [:]
  private var numbers = NumberTable()
  private var last: UInt64 = 0

  /// The number of entries that may outlive their promises.
  static var few: Int { 4096 }
  /// The number of entries.
  var count: Int { numbers.count }

  /// The bit that marks a stage as spliced out of its chain.
  private static var merged: UInt64 { 1 << 63 }

  /// Assigns a new number to a promise that has been created.
  mutating func make(at address: UInt) -> UInt64 {
    last += 1
    numbers.set(UInt64(address), to: last)
    forgetLabel(at: address)
    if numbers.count == Identities.few { InstrumentationFlags.manyNumbers.begin() }
    return last
  }

  /// Removes a promise that ends.
  mutating func forget(at address: UInt) {
    numbers.remove(UInt64(address))
    forgetLabel(at: address)
    if numbers.count == Identities.few / 2 { InstrumentationFlags.manyNumbers.end() }
  }

  /// Returns the number of a promise, and assigns one if it was created before observation began.
  mutating func number(at address: UInt) -> UInt64 {
    rawNumber(at: address) & ~Identities.merged
  }

  /// Returns the number of a promise, or `nil` for a stage that was spliced out.
  mutating func unmergedNumber(at address: UInt) -> UInt64? {
    let number = rawNumber(at: address)
    return number & Identities.merged == 0 ? number : nil
  }

  /// Marks a stage as spliced out of its chain.
  ///
  /// - Returns: Its number.
  mutating func merge(at address: UInt) -> UInt64 {
    let number = number(at: address)
    numbers.set(UInt64(address), to: number | Identities.merged)
    return number
  }

  /// Forgets all promises; numbering continues, so no number is assigned twice.
  mutating func removeAll() {
    numbers = NumberTable()
    labels = [:]
    InstrumentationFlags.manyNumbers.end()
  }

  /// Returns whether a promise is the last one that was created at an address.
  func holds(_ number: UInt64, at address: UInt) -> Bool {
    numbers[UInt64(address)] & ~Identities.merged == number
  }

  /// The label of the promise at an address: the one that it was given last, or else that of the
  /// promise it was derived from, if that one was labeled before.
  func label(at address: UInt) -> String? { labels[address] }

  /// Assigns a number to a new stage, and the label of its source.
  @inline(__always) mutating func makeStage(at address: UInt, from source: UInt) -> UInt64 {
    let number = make(at: address)
    if !labels.isEmpty { labels[address] = labels[source] }
    return number
  }

  /// Labels a promise.
  ///
  /// - Returns: Its number.
  mutating func label(_ label: String, at address: UInt) -> UInt64 {
    // A new number comes first, because it forgets the label of an earlier promise.
    let number = number(at: address)
    labels[address] = label
    return number
  }

  /// Forgets the label of an earlier promise at the address of a new one.
  @inline(__always) private mutating func forgetLabel(at address: UInt) {
    if labels.isEmpty { return }
    labels[address] = nil
    labels.shrinkIfSparse()
  }

  private mutating func rawNumber(at address: UInt) -> UInt64 {
    let number = numbers[UInt64(address)]
    return number == 0 ? make(at: address) : number
  }
}
