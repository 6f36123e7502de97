internal import Foundation
internal import Pledge
internal import PledgeSupport

/// The state that all copies of a core share, besides their promise.
struct Common<Value>: Sendable {
  typealias Stage = Pledge.Promise<UncheckedSendable<Value>>

  private let state = Locked(State())

  private struct State: Sendable {
    var turns = TurnQueue()
    var stage: Stage?
    var brokenPromise: (any Error)?
  }

  /// Runs a callback in turn, so that no two callbacks of an async run concurrently.
  ///
  /// A callback that arrives while another one runs blocks the thread that its context chose. A
  /// callback that a running callback registers runs nested within it.
  func run<Output>(_ body: () throws -> Output) rethrows -> Output {
    let thread = ObjectIdentifier(Thread.current)
    state.withLock { $0.turns.enter(thread) }?.wait()
    defer { state.withLock { $0.turns.leave() }?.signal() }
    return try body()
  }

  /// Returns the stage on which all callbacks wait; the first call creates it.
  func stage(_ make: () -> Stage) -> Stage {
    if let stage = state.withLock({ $0.stage }) { return stage }
    let made = make()
    return state.withLock { state in
      let stage = state.stage ?? made
      state.stage = stage
      return stage
    }
  }

  /// The error of a broken source, which never completes this; `nil` if none is known.
  var brokenPromise: (any Error)? { state.withLock { $0.brokenPromise } }

  /// Records the error of a broken source; the first one counts.
  func note(_ brokenPromise: any Error) {
    state.withLock { $0.brokenPromise = $0.brokenPromise ?? brokenPromise }
  }
}

/// The thread whose callback runs, and the threads that wait for their turn.
struct TurnQueue: Sendable {
  private var thread: ObjectIdentifier?
  private var depth = 0
  private var waiting: [(thread: ObjectIdentifier, semaphore: DispatchSemaphore)] = []

  /// Takes the turn for `thread`, or enqueues it.
  ///
  /// - Returns: The semaphore to wait for, or `nil` if it is the thread's turn.
  mutating func enter(_ thread: ObjectIdentifier) -> DispatchSemaphore? {
    guard let busy = self.thread, busy != thread else {
      self.thread = thread
      depth += 1
      return nil
    }
    let semaphore = DispatchSemaphore(value: 0)
    waiting.append((thread, semaphore))
    return semaphore
  }

  /// Ends the turn that was taken last.
  ///
  /// - Returns: The semaphore of the next thread, if its turn begins now.
  mutating func leave() -> DispatchSemaphore? {
    depth -= 1
    guard depth == 0 else { return nil }
    guard !waiting.isEmpty else {
      thread = nil
      return nil
    }
    let next = waiting.removeFirst()
    thread = next.thread
    depth = 1
    return next.semaphore
  }
}
