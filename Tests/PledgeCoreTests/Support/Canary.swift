import Foundation
import PledgeCore

/// An object whose instances are counted: none may be left, and none may go twice.
final class Canary: Sendable {
  final class Cage: Sendable {
    let count = Locked(0)
    var living: Int { count.withLock { $0 } }

    /// Waits until no instance is left, or the test is given up.
    ///
    /// A task releases what it has captured after its value is there, on its own thread.
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

/// A value that does something when it goes.
final class Parting: Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }

  deinit {
    body()
  }
}

/// A count that many threads take up.
final class Tally: Sendable {
  private let total = Locked(0)

  func up() { total.withLock { $0 += 1 } }
  var count: Int { total.withLock { $0 } }
}

/// A reference that one thread at a time lets go of.
final class Slot<Content: Sendable>: Sendable {
  private let content: Locked<Content?>

  init(_ content: Content) {
    self.content = Locked(content)
  }

  func replace(by new: Content) {
    content.withLock { $0 = new }
  }

  /// Looks at the content without taking it.
  func peek(_ body: (Content) -> Void) {
    guard let held = content.withLock({ $0 }) else { preconditionFailure("taken already") }
    body(held)
  }

  /// Takes the content out, for the last use of it.
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

/// How many rounds a race is run: some in every build, more on demand.
let rounds = demandedRounds ?? 3_000

/// The same for races that wait for tasks, whose threads other tests keep for a while.
let roundsOfTasks = demandedRounds ?? 50

private let demandedRounds: Int? =
  ProcessInfo.processInfo.environment["PLEDGE_ROUNDS"].flatMap { Int($0) }
