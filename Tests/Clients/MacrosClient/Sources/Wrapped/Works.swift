import Pledge
import PledgeMacros

/// Cancelable work that need not be `Sendable`.
public protocol Stoppable {
  /// Cancels the work, and returns whether that was possible.
  @discardableResult func cancel() -> Bool
}

/// Work that can be canceled from any thread.
public final class Transfer: Stoppable, Sendable {
  private let cancelled: @Sendable () -> Void

  init(_ cancelled: @escaping @Sendable () -> Void) {
    self.cancelled = cancelled
  }

  /// Cancels the work.
  @discardableResult public func cancel() -> Bool {
    cancelled()
    return true
  }
}

/// Work that belongs to one thread at a time.
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

/// Functions that return cancelable work.
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

  /// Returns a value that is not `Sendable`, but new, so that it can be sent to the discarding
  /// thread.
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

/// A cancelable object isolated to the main actor.
@MainActor final class Animation {
  private let cancelled: @MainActor () -> Void

  init(_ cancelled: @escaping @MainActor () -> Void) {
    self.cancelled = cancelled
  }

  func cancel() { cancelled() }
}
