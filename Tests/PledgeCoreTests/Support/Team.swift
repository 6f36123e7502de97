import Foundation
import PledgeCore

/// Three threads that start each round together and run its jobs, so that races really happen.
///
/// Which job runs where and in which order is drawn by a generator with a fixed seed. The threads
/// have nothing in common with each other but the round: a lock that all of them took would order what
/// they do, and the thread sanitizer would not see that nothing else does.
final class Team {
  typealias Job = @Sendable () -> Void

  /// What one thread is told, and tells.
  private final class Desk: Sendable {
    let state = Locked((jobs: [Job](), isRunning: false, isOver: false))

    /// Lets go of the jobs and all they hold before it returns.
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
  private let desks = (0..<Team.size).map { _ in Desk() }
  private var generator: Lottery

  init(seed: UInt64 = 88_172_645_463_325_252) {
    generator = Lottery(seed: seed)
    for desk in desks {
      Thread.detachNewThread { Team.work(at: desk) }
    }
  }

  deinit {
    for desk in desks { desk.state.withLock { $0.isOver = true } }
  }

  /// Runs the jobs and returns when all have ended.
  func race(_ jobs: [Job]) {
    let shuffled = jobs.shuffled(using: &generator)
    for (member, desk) in desks.enumerated() {
      let share = stride(from: member, to: shuffled.count, by: Team.size).map { shuffled[$0] }
      desk.state.withLock { $0 = (share, true, false) }
    }
    for desk in desks {
      while desk.state.withLock({ $0.isRunning }) { sched_yield() }
      desk.clear()
    }
  }

  /// A number from 0 to below `limit`.
  func draw(_ limit: Int) -> Int {
    Int.random(in: 0..<limit, using: &generator)
  }

  private static func work(at desk: Desk) {
    while true {
      let (isRunning, isOver) = desk.state.withLock { ($0.isRunning, $0.isOver) }
      if isOver { return }
      if isRunning {
        desk.run()
        desk.state.withLock { $0.isRunning = false }
      } else {
        sched_yield()
      }
    }
  }
}

/// Runs `body` on a thread of its own.
///
/// What waits for tasks without suspending belongs there: the threads that tasks run on are few, and
/// tests that keep them all would wait for ever.
func onThread<Output: Sendable>(_ body: @escaping @Sendable () -> Output) async -> Output {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: body()) }
  }
}

/// Pseudo-random numbers that are the same in every run.
struct Lottery: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
