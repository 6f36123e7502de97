internal import Foundation

internal import class PledgeCore.Locked

/// The turn that the callbacks of one async take, so that no two of them run at once.
///
/// A callback that comes while another runs waits on its own thread, as its context chose that. One
/// that a running callback registers runs within it.
struct Turn: Sendable {
  private let line = Locked(Line())

  func run<Output>(_ body: () throws -> Output) rethrows -> Output {
    let thread = ObjectIdentifier(Thread.current)
    line.withLock { $0.enter(thread) }?.wait()
    defer { line.withLock { $0.leave() }?.signal() }
    return try body()
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
