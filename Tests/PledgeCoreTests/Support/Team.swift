import Foundation
import PledgeCore

/// Three threads that start each round together and run its jobs, so that races really happen.
///
/// Which job runs where and in which order is drawn by a generator with a fixed seed.
final class Team {
  typealias Job = @Sendable () -> Void

  private final class Board: Sendable {
    let state = Locked((round: 0, jobs: [Job](), running: 0, isOver: false))
  }

  private static let size = 3
  private let board = Board()
  private var generator: Lottery

  init(seed: UInt64 = 88_172_645_463_325_252) {
    generator = Lottery(seed: seed)
    for member in 0..<Team.size {
      let board = board
      Thread.detachNewThread { Team.work(as: member, on: board) }
    }
  }

  deinit {
    board.state.withLock { $0.isOver = true }
  }

  /// Runs the jobs and returns when all have ended.
  func race(_ jobs: [Job]) {
    let shuffled = jobs.shuffled(using: &generator)
    board.state.withLock { $0 = ($0.round + 1, shuffled, Team.size, false) }
    while board.state.withLock({ $0.running }) > 0 { sched_yield() }
    board.state.withLock { $0.jobs = [] }
  }

  /// A number from 0 to below `limit`.
  func draw(_ limit: Int) -> Int {
    Int.random(in: 0..<limit, using: &generator)
  }

  private static func work(as member: Int, on board: Board) {
    var seen = 0
    while true {
      let (round, isOver) = board.state.withLock { ($0.round, $0.isOver) }
      if isOver { return }
      if round == seen {
        sched_yield()
      } else {
        seen = round
        run(as: member, on: board)
        board.state.withLock { $0.running -= 1 }
      }
    }
  }

  /// Lets go of the jobs and all they hold before it returns.
  private static func run(as member: Int, on board: Board) {
    let jobs = board.state.withLock { $0.jobs }
    for index in stride(from: member, to: jobs.count, by: size) { jobs[index]() }
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
