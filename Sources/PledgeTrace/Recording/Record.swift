internal import Pledge
internal import PledgeCore

/// What is known of one promise while it is recorded: numbers alone, which are copied at no cost.
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
  /// The number of its chain.
  var chain: UInt32 = none
  /// The slot of the next promise of its chain.
  var next: UInt32 = none
  /// The number of the last promise it waits for; the links go round in a ring.
  var lastWait: UInt32 = none
  var again: UInt32 = 0
  var operatorID: OperatorID?
  var state = Trace.State.pending
  var origin = Trace.Origin.recorded
  var isUnhandled = false
  /// Whether more is known of it than this.
  var isLabelled = false

  /// A record of a promise that was made.
  @inline(__always)
  init(_ notice: borrowing Instrumentation.EventRecord) {
    id = notice.promise
    parent = notice.other
    site = notice.site
    start = notice.time
    thread = notice.thread
    operatorID = notice.operatorID
    callers = notice.callers
  }

  /// A record of a promise whose making was not seen, but something else of its chain.
  ///
  /// It may have been settled long ago.
  init(unseen id: UInt64, by notice: borrowing Instrumentation.EventRecord) {
    self.id = id
    site = notice.site
    start = notice.time
    thread = notice.thread
    callers = Ancestry()
    state = .unknown
    origin = .earlier
  }
}

extension Record {
  /// Notes how it ended, unless it has.
  ///
  /// - Returns: How it stood before.
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
  /// How a promise stands after an event that ends it.
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
      default: self = .rejected
      }
    }
  }
}

/// What else is known of a few: what has to be kept alive.
struct Labels {
  var words: Instrumentation.Words?
  var error: (any Error)?
}

/// A root and everything derived from it.
struct Chain {
  /// The number of the root.
  var root: UInt64
  /// The slot of its latest promise, from which the others are found.
  var latest: UInt32 = none
  var count: UInt32 = 0
  /// How many of its promises are pending.
  var awaited: UInt32 = 0
  /// Its neighbours among the finished chains.
  var older: UInt32 = none
  var newer: UInt32 = none
  var isFinished = false

  @inline(__always)
  mutating func add(_ slot: UInt32, isPending: Bool) {
    latest = slot
    count += 1
    if isPending { awaited += 1 }
  }

  /// - Returns: How many are pending still.
  @inline(__always)
  mutating func settled() -> UInt32 {
    awaited -= 1
    return awaited
  }
}

/// A link of the ring of promises that one waits for.
struct Wait {
  var promise: UInt64
  var next: UInt32
}

/// The number of no chain, and the slot of no promise.
let none = UInt32.max
