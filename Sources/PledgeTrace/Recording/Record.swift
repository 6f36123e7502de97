internal import Pledge
internal import PledgeCore

/// The record of one promise: only numbers, so copying it is cheap.
struct Record: BitwiseCopyable {
  var callers: Ancestry
  var id: UInt64
  /// The promise it was derived from; zero for a root.
  var parent: UInt64 = 0
  var site: Site
  var start: UInt64
  var end: UInt64 = 0
  var thread: UInt64
  var endThread: UInt64 = 0
  /// The number of its chain in the slab.
  var chain: UInt32 = none
  /// The slot of the next promise in its chain.
  var next: UInt32 = none
  /// The link of the last promise it waits for; the links form a ring.
  var lastWait: UInt32 = none
  var again: UInt32 = 0
  var operatorID: OperatorID?
  var state = Trace.State.pending
  var origin = Trace.Origin.recorded
  var isUnhandled = false
  /// Whether it has an entry in the table of annotations.
  var isAnnotated = false

  /// Creates a record of a promise when it is created.
  @inline(__always)
  init(_ event: borrowing Instrumentation.EventRecord) {
    id = event.promise
    parent = event.other
    site = event.site
    start = event.time
    thread = event.thread
    operatorID = event.operatorID
    callers = event.callers
  }

  /// Creates a record of a promise whose creation was not seen, when a later event refers to it.
  ///
  /// The promise may have been settled long ago.
  init(unseen id: UInt64, by event: borrowing Instrumentation.EventRecord) {
    self.id = id
    site = event.site
    start = event.time
    thread = event.thread
    callers = Ancestry()
    state = .unknown
    origin = .earlier
  }
}

extension Record {
  /// The reason why the promise is pending; `nil` if it is not, or waits for other promises.
  var obstacle: Obstacle? {
    guard state == .pending, parent == 0, lastWait == none else { return nil }
    return operatorID.map { Obstacle(of: $0) }
  }

  /// Records how the promise ended, unless it has ended.
  ///
  /// - Returns: The previous state.
  @inline(__always)
  mutating func end(_ new: Trace.State, at time: UInt64, on thread: UInt64) -> Trace.State {
    let old = state
    guard old == .pending || old == .unknown else { return old }
    state = new
    end = time
    endThread = thread
    return old
  }
}

extension Trace.State {
  /// Creates the state of a promise after an event that ends it.
  @inline(__always)
  init(after event: Instrumentation.EventRecord.Event, _ detail: borrowing Instrumentation.Detail) {
    switch event {
    case .merged: self = .merged
    case .broken: self = .broken
    default:
      switch detail.error {
      case nil: self = .fulfilled
      case is DiscardedError: self = .discarded
      case is BrokenPromiseError: self = .broken
      case let error as RetryError where error.budget != nil: self = .overdrawn
      default: self = .rejected
      }
    }
  }
}

/// The objects that belong to a record; few records have any.
struct Annotations {
  var words: Instrumentation.Words?
  var label: String?
  var error: (any Error)?
}

/// A root and everything derived from it.
struct Chain {
  /// The number of the root promise.
  var root: UInt64
  /// The slot of its latest promise; the others are linked from there.
  var latest: UInt32 = none
  var count: UInt32 = 0
  /// The number of pending promises.
  var awaited: UInt32 = 0
  /// The neighbors in the list of finished chains.
  var older: UInt32 = none
  var newer: UInt32 = none
  var isFinished = false

  @inline(__always)
  mutating func add(_ slot: UInt32, isPending: Bool) {
    latest = slot
    count += 1
    if isPending { awaited += 1 }
  }

  /// Records that a pending promise has ended.
  ///
  /// - Returns: The number of promises that are still pending.
  @inline(__always)
  mutating func settled() -> UInt32 {
    awaited -= 1
    return awaited
  }
}

/// A link in the ring of promises for which one promise waits.
struct Wait {
  var promise: UInt64
  var next: UInt32
}

/// Marks the absence of a chain number, a slot, or a link.
let none = UInt32.max
