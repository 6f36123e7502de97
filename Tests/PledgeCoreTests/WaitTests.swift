import CPledge
import Foundation
import Pledge
import PledgeSupport
import PledgeTestSupport
import Testing

import class PledgeSupport.Locked

@Suite struct WaitTests {
  @Test func `discarding the last of many tasks that await each other stops them one by one`() async
  {
    let stops = Tally()
    let root = Promise<Int>(discard: { stops.up() })
    var last: Promise<Int> = root.map { $0 }
    for _ in 0..<20_000 {
      let before = last
      last = Promise { try await before.value }
    }
    last.discard()
    while root.isPending { await Task.yield() }
    #expect(stops.count == 1)
  }
}

@Suite(.hangLimit) struct WaitRaceTests {
  private let site = Promise(value: ()).site

  /// Another thread resumes the task before it is suspended, so that it continues immediately.
  ///
  /// Enqueuing it would order the accesses of both threads.
  @Test func `a task reads what another thread publishes while it begins to wait`() async {
    let helper = HelperThread()
    for round in 0..<rounds / 3 {
      let promise = Promise<[Int]>(
        startedBy: { promise in
          helper.runMeanwhile {
            if round.isMultiple(of: 2) {
              _ = promise.tryFulfill([round])
            } else {
              _ = promise.trySettle(with: .failure(Broken(number: round)))
            }
          }
        },
        at: site
      )
      #expect(await number(in: promise) == round)
    }
  }

  /// Returns the number in the outcome.
  private func number(in promise: Promise<[Int]>) async -> Int? {
    do {
      return try await promise.value.first
    } catch {
      return (error as? Broken)?.number
    }
  }
}

/// A thread that runs jobs while the thread that submits them is busy with something else.
private final class HelperThread: Sendable {
  private let state = Locked((job: (@Sendable () -> Void)?.none, isOver: false))

  init() {
    Thread.detachNewThread { [state] in
      while true {
        let (job, isOver) = state.withLock { state in
          defer { state.job = nil }
          return (state.job, state.isOver)
        }
        if isOver { return }
        if let job { job() } else { yieldThread() }
      }
    }
  }

  deinit {
    state.withLock { $0.isOver = true }
  }

  /// Submits `job` and spins for a while without checking whether it has run: a check would order
  /// the accesses of both threads.
  func runMeanwhile(_ job: @escaping @Sendable () -> Void) {
    state.withLock { $0.job = job }
    var generator = SeededGenerator(seed: 1)
    // A precondition keeps the optimizer from removing the loop; the generator never returns zero.
    for _ in 0..<10_000 { precondition(generator.next() != 0) }
  }
}

struct PauseTests {
  @Test func `a thread that waits for a pin sleeps longer and longer, up to a millisecond`() {
    let rounds: Range<UInt> = 0..<128
    #expect(rounds.allSatisfy { pledge_pause_length($0) == 0 })
    var length: UInt64 = 1_000
    for round: UInt in 128..<138 {
      #expect(pledge_pause_length(round) == length)
      length *= 2
    }
    let last: [UInt] = [138, 139, 10_000, .max]
    #expect(last.allSatisfy { pledge_pause_length($0) == 1_024_000 })
  }
}

@Suite struct LockedTests {
  @Test func `lets one thread in at a time`() {
    let team = Team()
    let count = Locked(0)
    team.race((0..<3).map { _ in { for _ in 0..<10_000 { count.withLock { $0 += 1 } } } })
    #expect(count.withLock { $0 } == 30_000)
  }

  @Test func `a countdown has one last arrival`() {
    let team = Team()
    let lasts = Tally()
    let countdown = Countdown(from: 300)
    team.race(
      (0..<3).map { _ in { for _ in 0..<100 where countdown.arrive() { lasts.up() } } }
    )
    #expect(lasts.count == 1)
  }
}
