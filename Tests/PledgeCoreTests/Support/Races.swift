import Foundation
import Pledge
import PledgeSupport
import PledgeTestSupport

import class PledgeSupport.Locked

/// Three threads that start each round together and run its jobs, so that races really happen.
///
/// A generator with a fixed seed decides which job runs where, and in which order. Between the
/// start and the end of a round, the threads share no lock: a common lock would order their
/// accesses and hide missing orderings from the thread sanitizer.
final class Team {
  typealias Job = @Sendable () -> Void

  /// The state of one thread, shared with its coordinator.
  private final class Worker: Sendable {
    let state = Locked((jobs: [Job](), isRunning: false, isOver: false))

    /// Runs the jobs.
    func run() {
      for job in state.withLock({ $0.jobs }) { job() }
    }

    func clear() {
      _ = state.withLock { state in
        defer { state.jobs = [] }
        return state.jobs
      }
    }
  }

  private static let size = 3
  private let workers = (0..<Team.size).map { _ in Worker() }
  private var generator: SeededGenerator

  init(seed: UInt64 = 88_172_645_463_325_252) {
    generator = SeededGenerator(seed: seed)
    for worker in workers {
      Thread.detachNewThread { Team.run(worker) }
    }
  }

  deinit {
    for worker in workers { worker.state.withLock { $0.isOver = true } }
  }

  /// Runs the jobs and returns when all have ended.
  func race(_ jobs: [Job]) {
    let shuffled = jobs.shuffled(using: &generator)
    for (member, worker) in workers.enumerated() {
      let share = stride(from: member, to: shuffled.count, by: Team.size).map { shuffled[$0] }
      worker.state.withLock { $0 = (share, true, false) }
    }
    for worker in workers {
      while worker.state.withLock({ $0.isRunning }) { yieldThread() }
      worker.clear()
    }
  }

  /// Runs `round` as often as races run, with one team and one cage.
  ///
  /// - Returns: The number of canaries that are still alive.
  static func canariesLeft(by round: (Team, Cage) -> Void) -> Int {
    let team = Team()
    let cage = Cage(weight: 0)
    for _ in 0..<rounds { round(team, cage) }
    return cage.living
  }

  /// Returns a number from 0 to below `limit`.
  func draw(_ limit: Int) -> Int {
    Int.random(in: 0..<limit, using: &generator)
  }

  private static func run(_ worker: Worker) {
    while true {
      let (isRunning, isOver) = worker.state.withLock { ($0.isRunning, $0.isOver) }
      if isOver { return }
      if isRunning {
        worker.run()
        worker.state.withLock { $0.isRunning = false }
      } else {
        yieldThread()
      }
    }
  }
}

/// The number of rounds of a race.
let rounds = 3_000

/// The number of rounds of races that wait for tasks: few, because other tests keep the threads of
/// tasks busy.
let roundsOfTasks = 50

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

/// A thread-safe counter.
final class Tally: Sendable {
  private let total = Locked(0)

  func up() { total.withLock { $0 += 1 } }
  var count: Int { total.withLock { $0 } }
}

/// A weak reference to a promise.
final class Trace: Sendable {
  weak let promise: Promise<Int>?

  init(_ promise: Promise<Int>) { self.promise = promise }
}
