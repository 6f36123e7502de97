/// One thing that a program does.
///
/// Promises are named by the slot that holds them; an action on an empty slot does nothing.
public indirect enum Action: Equatable, Sendable {
  /// Puts a new promise into a slot.
  case make(Root, into: Int)

  // By hand.
  case resolve(Int, Int)
  case reject(Int, Int)
  case discard(Int)
  /// Through the resolver, which tells whether it settled the promise.
  case fulfill(Int, Int)
  case fail(Int, Int)
  case onDiscard(Int, Handler)

  // References.
  case drop(Int)
  case breakPromise(Int)

  // Looking, and declaring.
  case read(Int)
  case share(Int)
  case ignoreErrors(Int)

  // Consumers. Without a slot the stage is dropped at once.
  case chain(Int, after: Int)
  case derive(Operator, from: Int, Handler, into: Int?)
  case send(Jobs, from: Int, Handler, into: Int?)
  case time(Timing, from: Int, ticks: Int, into: Int?)
  case combine(Combiner, [Int], into: Int?)

  // What starts work of its own, by a closure that returns a promise.
  case find(among: [Int], Handler, into: Int?)
  case fold(count: Int, Handler, into: Int?)
  case mapConcurrently(count: Int, limit: Int, Handler, into: Int?)
  case retry(max: Int, ticks: Int, Handler, into: Int?)
  case enqueue(Handler, into: Int?)
  /// Without an effect, which would make who asks a part of the load (15.4).
  case load(key: Int, Handler, into: Int?)

  // The world.
  case advance(ticks: Int)
  case runJobs
  case dropJobs
  case pauseQueue
  case resumeQueue
  case discardQueue
}

/// How a promise comes to be that has no source.
public enum Root: Equatable, Sendable {
  /// Pending, with a resolver in the slot.
  case pending
  case fulfilled(Int)
  case rejected(Int)
  /// Without a resolver, and with a discard block.
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

/// The operators whose handler is a job of the context.
public enum Jobs: UInt8, CaseIterable, Sendable {
  case map
  case ensure
}

/// The operators that take time.
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

/// What a closure does: something that has an effect, perhaps, then it answers.
public struct Handler: Equatable, Sendable {
  /// The name under which the ledger has its calls, and the value or error that it makes.
  public var number: Int
  /// What it does before it answers.
  public var effect: Action?
  /// What it answers.
  public var answer: Answer

  /// Creates a handler.
  public init(_ number: Int, _ answer: Answer = .value, effect: Action? = nil) {
    self.number = number
    self.effect = effect
    self.answer = answer
  }
}

/// What a handler answers, as far as its operator lets it.
public enum Answer: Equatable, Sendable {
  /// A value of its own: its number.
  case value
  /// It throws, or says no.
  case failure
  /// The promise in a slot; with none there, it throws.
  case promise(Int)
}
