import Foundation
import PledgeCore

/// An object whose live instances are counted, to find leaks and double releases.
final class Canary: Sendable {
  final class Cage: Sendable {
    let count = Locked(0)
    var living: Int { count.withLock { $0 } }

    /// Waits until no instance is left, or until the test is canceled.
    ///
    /// A task releases its captures on its own thread, after its value is available.
    func waitUntilEmpty() async {
      while living > 0, !Task.isCancelled { await Task.yield() }
    }
  }

  private let cage: Cage

  init(in cage: Cage) {
    self.cage = cage
    cage.count.withLock { $0 += 1 }
  }

  deinit {
    cage.count.withLock { $0 -= 1 }
  }
}

/// A value that runs a closure when it is deinitialized.
final class DeinitAction: Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }

  deinit {
    body()
  }
}

/// A thread-safe counter.
final class Tally: Sendable {
  private let total = Locked(0)

  func up() { total.withLock { $0 += 1 } }
  var count: Int { total.withLock { $0 } }
}

/// A reference that one thread at a time releases.
final class Slot<Content: Sendable>: Sendable {
  private let content: Locked<Content?>

  init(_ content: Content) {
    self.content = Locked(content)
  }

  func replace(by new: Content) {
    content.withLock { $0 = new }
  }

  /// Calls `body` with the content without removing it.
  func peek(_ body: (Content) -> Void) {
    guard let held = content.withLock({ $0 }) else { preconditionFailure("taken already") }
    body(held)
  }

  /// Removes and returns the content for its last use.
  func take() -> Content {
    let taken = content.withLock { content in
      defer { content = nil }
      return content
    }
    guard let taken else { preconditionFailure("taken twice") }
    return taken
  }
}

struct Failure: Error {}

/// The number of rounds of a race: a few by default, more on demand.
let rounds = demandedRounds ?? 3_000

/// The number of rounds of races that wait for tasks, whose threads other tests keep busy for a
/// while.
let roundsOfTasks = demandedRounds ?? 50

private let demandedRounds: Int? =
  ProcessInfo.processInfo.environment["PLEDGE_ROUNDS"].flatMap { Int($0) }
