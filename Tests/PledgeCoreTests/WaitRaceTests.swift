import Foundation
import Pledge
import PledgeTestSupport
import Testing

import class PledgeSupport.Locked

@Suite(.hangLimit) struct WaitRaceTests {
  private let site = Promise(value: ()).site

  @Test func `waits that are canceled while the promise is settled all end`() async {
    let cage = Cage(weight: 0)
    for _ in 0..<max(1, rounds / 10) {
      let promise = Promise<Canary>(discard: {})
      let first = Task { try? await promise.value }
      let second = Task { try? await promise.value }
      let settler = Task { promise.resolve(cage.canary()) }
      first.cancel()
      second.cancel()
      _ = await (first.value, second.value, settler.value)
      #expect(!promise.isPending)
    }
    await cage.waitUntilEmpty()
    #expect(cage.living == 0)
  }

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

  /// Submits `job` and spins for a while without checking whether it has run: a check would order the
  /// accesses of both threads.
  func runMeanwhile(_ job: @escaping @Sendable () -> Void) {
    state.withLock { $0.job = job }
    var generator = SeededGenerator(seed: 1)
    // A precondition keeps the optimizer from removing the loop; the generator never returns zero.
    for _ in 0..<10_000 { precondition(generator.next() != 0) }
  }
}
