internal import Foundation
internal import Pledge

internal import class PledgeCore.Locked

/// What all copies of a core have in common, besides their promise.
struct Common<Value>: Sendable {
  typealias Stage = Pledge.Promise<UncheckedSendable<Value>>

  private let state = Locked(State())

  private struct State: Sendable {
    var line = Line()
    var stage: Stage?
    var brokenPromise: (any Error)?
  }

  /// Runs a callback in turn, so that no two of one async run at once.
  ///
  /// One that comes while another runs waits on its own thread, as its context chose that. One
  /// that a running callback registers runs within it.
  func run<Output>(_ body: () throws -> Output) rethrows -> Output {
    let thread = ObjectIdentifier(Thread.current)
    state.withLock { $0.line.enter(thread) }?.wait()
    defer { state.withLock { $0.line.leave() }?.signal() }
    return try body()
  }

  /// The stage that all callbacks wait at; the first call makes it.
  func stage(_ make: () -> Stage) -> Stage {
    if let stage = state.withLock({ $0.stage }) { return stage }
    let made = make()
    return state.withLock { state in
      let stage = state.stage ?? made
      state.stage = stage
      return stage
    }
  }

  /// Why what was to complete this never will, if that is known.
  var brokenPromise: (any Error)? { state.withLock { $0.brokenPromise } }

  /// Notes that what was to complete this never will; the first reason counts.
  func note(_ brokenPromise: any Error) {
    state.withLock { $0.brokenPromise = $0.brokenPromise ?? brokenPromise }
  }
}

/// Whose turn it is, and who waits for it.
struct Line: Sendable {
  private var thread: ObjectIdentifier?
  private var depth = 0
  private var waiting: [(thread: ObjectIdentifier, place: DispatchSemaphore)] = []

  /// Takes the turn for `thread`, or a place in the line.
  ///
  /// - Returns: What to wait for; nothing if it is the thread's turn.
  mutating func enter(_ thread: ObjectIdentifier) -> DispatchSemaphore? {
    guard let busy = self.thread, busy != thread else {
      self.thread = thread
      depth += 1
      return nil
    }
    let place = DispatchSemaphore(value: 0)
    waiting.append((thread, place))
    return place
  }

  /// Ends the turn that was entered last.
  ///
  /// - Returns: What the next thread waits for, if it is the turn of that now.
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
    return next.place
  }
}
