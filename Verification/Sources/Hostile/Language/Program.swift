/// A random program: steps that several threads run concurrently on the same promises.
struct Program: Sendable {
  /// The steps that run first, on one thread.
  var beginning: [Step]
  /// The steps of each thread.
  var threads: [[Step]]
  /// The treatment of promises that are still pending at the end.
  var ending: Ending
  /// Whether an observer is installed that receives every event.
  var isObserved: Bool

  /// Whether the system's clock measures the time and the system's threads run tasks, both at any
  /// time, instead of when the program says so.
  var isLive: Bool

  /// Whether threads of the system run some of the work at any time.
  var usesSystemThreads: Bool { threads.count > 1 }

  /// The number of slots that hold promises.
  static let slots = 8
}

/// The treatment of promises that are still pending when all threads have ended.
enum Ending: CaseIterable {
  /// All references and resolvers are dropped.
  case drop
  /// All promises are discarded, and then dropped.
  case discard
}

/// One operation and its operands.
///
/// The operation's text names the operands that it uses.
struct Step: Sendable {
  /// The index in ``Operator/allOperators``.
  var operation: Int
  /// The slots of the two inputs.
  var inputs: (Int, Int)
  /// The slot that receives the new promise; without one, the promise is dropped immediately.
  var output: Int?
  var context: Behavior
  /// A small number: ticks of the clock, elements, attempts.
  var amount: Int
  /// Whether the new promise gets an observer that checks its outcome and the order of handlers.
  var isTracked: Bool
  var handler: Handler
}

/// A closure, and the effects of releasing its captures.
struct Handler: Sendable {
  var number: Int
  var answer: Answer
  /// The steps that run when the closure is called.
  var effects: [Step] = []
  /// The steps that run when the closure is released.
  var release: [Step] = []
  /// The steps that run when the value or error that the closure makes is released.
  var valueRelease: [Step] = []
}

/// The result of a closure.
enum Answer: Equatable, Sendable {
  case value
  case failure
  /// The promise in a slot, or a failure if the slot is empty.
  case promise(Int)
}
