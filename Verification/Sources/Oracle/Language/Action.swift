/// One step of a program.
///
/// Promises are named by the slot that holds them; an action on an empty slot does nothing.
public indirect enum Action: Equatable, Sendable {
  /// Puts a new promise into a slot.
  case make(Root, into: Int)

  // Direct operations.
  case resolve(Int, Int)
  case reject(Int, Int)
  case discard(Int)
  /// Settles through the resolver and records whether it settled the promise.
  case fulfill(Int, Int)
  case fail(Int, Int)
  case onDiscard(Int, Handler)

  // References.
  case drop(Int)
  case breakPromise(Int)

  // Reading and marking.
  case read(Int)
  case share(Int)
  case ignoreErrors(Int)

  // Consumers. Without a slot, the stage is dropped immediately.
  case chain(Int, after: Int)
  case derive(Operator, from: Int, Handler, into: Int?)
  case send(Jobs, from: Int, Handler, into: Int?)
  case time(Timing, from: Int, ticks: Int, into: Int?)
  case combine(Combiner, [Int], into: Int?)

  // Operations that start work with a closure that returns a promise.
  case find(among: [Int], Handler, into: Int?)
  case fold(count: Int, Handler, into: Int?)
  case mapConcurrently(count: Int, limit: Int, Handler, into: Int?)
  case retry(max: Int, ticks: Int, Handler, into: Int?)
  case enqueue(Handler, into: Int?)
  /// Starts without effects, which would make the caller part of the load (15.4).
  case load(key: Int, Handler, into: Int?)

  // Shared objects.
  case advance(ticks: Int)
  case runJobs
  case dropJobs
  case pauseQueue
  case resumeQueue
  case discardQueue
}

/// The creation of a promise without a source.
public enum Root: Equatable, Sendable {
  /// Pending, with a resolver in the slot.
  case pending
  case fulfilled(Int)
  case rejected(Int)
  /// Without a resolver, but with a discard block.
  case stoppable(Handler)
  case lazy(Handler)
}

/// The operators with one source.
public enum Operator: UInt8, CaseIterable, Sendable {
  case map
  case tap
  case flatMap
  case compactMap
  case validate
  case mapError
  case recover
  case flatMapError
  case `catch`
  case observe
  case ensure
  case ensureThen
  case using
}

/// The operators whose handler runs as a job of the context.
public enum Jobs: UInt8, CaseIterable, Sendable {
  case map
  case ensure
  case ensureThen
}

/// The operators that use the clock.
public enum Timing: UInt8, CaseIterable, Sendable {
  case timeout
  case delay
}

/// The operators with several sources.
public enum Combiner: UInt8, CaseIterable, Sendable {
  case all
  case allSettled
  case any
  case race
  case both
  case either
}

/// A closure: an optional effect, and then an answer.
public struct Handler: Equatable, Sendable {
  /// The number that identifies its calls in the ledger, and the value or error that it creates.
  public var number: Int
  /// The action that it performs before it answers.
  public var effect: Action?
  /// Its answer.
  public var answer: Answer

  /// Creates a handler.
  public init(_ number: Int, _ answer: Answer = .value, effect: Action? = nil) {
    self.number = number
    self.effect = effect
    self.answer = answer
  }
}

/// The answer of a handler, as far as its operator allows it.
public enum Answer: Equatable, Sendable {
  /// The handler's number as a value.
  case value
  /// An error, or `false` from a predicate.
  case failure
  /// The promise in a slot, or an error if the slot is empty.
  case promise(Int)
}
