import Pledge
import PledgeMacros

/// What can be stopped, and need not be Sendable.
public protocol Stoppable {
  /// Stops it; whether that was possible.
  @discardableResult func cancel() -> Bool
}

/// What can be stopped, from anywhere.
public final class Transfer: Stoppable, Sendable {
  private let cancelled: @Sendable () -> Void

  init(_ cancelled: @escaping @Sendable () -> Void) {
    self.cancelled = cancelled
  }

  /// Stops it.
  @discardableResult public func cancel() -> Bool {
    cancelled()
    return true
  }
}

/// What belongs to one thread at a time, and answers when it is stopped.
final class Ticket: Stoppable {
  private var cancelled: () -> Void

  init(_ cancelled: @escaping () -> Void) {
    self.cancelled = cancelled
  }

  @discardableResult func cancel() -> Bool {
    cancelled()
    return true
  }
}

/// Functions that return what stops the work.
struct Works: Sendable {
  @discardableResult @Promised
  func transfer(
    _ start: (@escaping @Sendable (Int) -> Void) -> Void,
    cancelled: @escaping @Sendable () -> Void,
    completion: @escaping @Sendable (Int) -> Void
  ) -> Transfer {
    start(completion)
    return Transfer(cancelled)
  }

  @Promised
  func maybe(
    _ start: (@escaping @Sendable (Int) -> Void) -> Void,
    cancelled: (@Sendable () -> Void)?,
    completion: @escaping @Sendable (Int) -> Void
  ) -> Transfer? {
    start(completion)
    return cancelled.map { Transfer($0) }
  }

  /// What it returns is not Sendable, but new: it can be sent to who discards the promise.
  @Promised
  func ticket(
    _ start: @Sendable (@escaping @Sendable (Int) -> Void) -> Void,
    cancelled: @escaping @Sendable () -> Void,
    completion: @escaping @Sendable (Int) -> Void
  ) throws -> some Stoppable {
    start(completion)
    return Ticket(cancelled)
  }

  @MainActor @Promised
  func onMainActor(
    _ start: (@escaping @Sendable (Int) -> Void) -> Void,
    cancelled: @escaping @MainActor () -> Void,
    completion: @escaping @MainActor (Int) -> Void
  ) -> Animation? {
    start { number in Task { @MainActor in completion(number) } }
    return Animation(cancelled)
  }
}

/// What belongs to the main actor.
@MainActor final class Animation {
  private let cancelled: @MainActor () -> Void

  init(_ cancelled: @escaping @MainActor () -> Void) {
    self.cancelled = cancelled
  }

  func cancel() { cancelled() }
}
