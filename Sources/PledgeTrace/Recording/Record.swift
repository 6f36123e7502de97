internal import Pledge

/// What is known of one promise while it is recorded.
struct Record {
  var callers: Callers
  var id: UInt64
  /// The promise it was derived from; zero for a root.
  var parent: UInt64 = 0
  var `operator`: String
  var context: String?
  var error: (any Error)?
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
  var state: Trace.State
  var origin: Trace.Origin
  var isUnheard = false

  init(_ event: PromiseEvent, id: UInt64, origin: Trace.Origin) {
    self.id = id
    self.origin = origin
    // A promise whose making was not seen may have been settled long ago.
    state = origin == .recorded ? .pending : .unknown
    callers = event.callers
    `operator` = event.operator
    context = event.context
    place = event.place
    start = event.time
    thread = event.thread
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
}

/// A link of the circle of promises that one waits for.
struct Wait {
  var promise: UInt64
  var next: UInt32
}
