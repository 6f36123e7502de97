internal import Pledge

/// What is known of one promise while it is recorded: numbers alone, which are copied at no cost.
struct Record {
  var callers: Callers
  var id: UInt64
  /// The promise it was derived from; zero for a root.
  var parent: UInt64
  var place: PromiseEvent.Place
  var start: UInt64
  var end: UInt64 = 0
  var thread: UInt64
  var endThread: UInt64 = 0
  /// The number of its chain.
  var chain: UInt32 = none
  /// The slot of the next promise of its chain.
  var next: UInt32 = none
  /// The number of the last promise it waits for; the links go round in a circle.
  var lastWait: UInt32 = none
  var again: UInt32 = 0
  var state = Trace.State.pending
  var origin = Trace.Origin.recorded
  var isUnheard = false

  init(_ event: PromiseEvent, parent: UInt64 = 0) {
    id = event.promise.number
    self.parent = parent
    callers = event.callers
    place = event.place
    start = event.time
    thread = event.thread
  }

  /// A record of a promise whose making was not seen.
  ///
  /// It may have been settled long ago.
  init(unseen id: UInt64, _ place: PromiseEvent.Place, start: UInt64, thread: UInt64) {
    self.id = id
    self.place = place
    self.start = start
    self.thread = thread
    parent = 0
    callers = Callers()
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

/// What else is known of it: what has to be kept alive.
struct Labels {
  var `operator` = ""
  var context: String?
  var error: (any Error)?

  init() {}

  init(_ event: PromiseEvent) {
    `operator` = event.operator
    context = event.context
  }
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

/// A link of the circle of promises that one waits for.
struct Wait {
  var promise: UInt64
  var next: UInt32
}
