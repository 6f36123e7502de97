import Dispatch
import PledgePromisesTestHelpers
import TestSupport
import Testing

@testable import PledgePromises

/// Long chains and long loops, on a thread with a stack of 512 KiB.
@Suite(.timeLimit(.minutes(60)))
struct DepthTests {
  static let length = 20_000

  @Test func `a long chain is resolved`() async throws {
    let sum = try await onSmallStack { () -> Int in
      let queue = DispatchQueue(label: "chain")
      let first = Promise<Int>()
      var last = first
      for _ in 0..<Self.length { last = last.then(on: queue) { $0 + 1 } }
      first.fulfill(0)
      return try awaitPromise(last)
    }
    #expect(sum == Self.length)
  }

  @Test func `a long chain is dropped`() async {
    let isGone = await onSmallStack { () -> Bool in
      let queue = DispatchQueue(label: "chain")
      weak var kept: Promise<Int>?
      do {
        let first = Promise<Int>()
        var last = first
        for _ in 0..<Self.length { last = last.then(on: queue) { $0 + 1 } }
        kept = last
        withExtendedLifetime(first) {}
      }
      queue.sync {}
      return kept == nil
    }
    #expect(isGone)
  }

  @Test func `a long loop ends`() async throws {
    let turns = try await onSmallStack { () -> Int in
      let queue = DispatchQueue(label: "loop")
      @Sendable func loop(_ turn: Int) -> Promise<Int> {
        turn == Self.length ? Promise(turn) : Promise(turn + 1).then(on: queue) { loop($0) }
      }
      return try awaitPromise(loop(0))
    }
    #expect(turns == Self.length)
  }

  @Test func `a long loop retains nothing of finished iterations`() async throws {
    let living = try await onSmallStack { () -> [Int] in
      let queue = DispatchQueue(label: "loop")
      let stages = Log<Weak>()
      let living = Log<Int>()
      @Sendable func loop(_ turn: Int) -> Promise<Int> {
        if turn == 1000 { return Promise(turn) }
        if turn.isMultiple(of: 100) { living.add(stages.entries.count { $0.object != nil }) }
        let stage = Promise(turn + 1).then(on: queue) { loop($0) }
        stages.add(Weak(stage))
        stages.add(Weak(stage.inner))
        return stage
      }
      _ = try awaitPromise(loop(0))
      return living.entries
    }
    #expect(living.count == 10 && living.allSatisfy { $0 <= 6 }, "\(living)")
  }

  @Test func `many attempts end`() async {
    let tries = await onSmallStack { () -> Int in
      let queue = DispatchQueue(label: "tries")
      let record = Log<Bool>()
      let promise = retry(on: queue, attempts: 10_000, delay: 0) { () -> Promise<Int> in
        record.mark()
        return Promise(TestError.code13)
      }
      _ = try? awaitPromise(promise)
      return record.count
    }
    #expect(tries == 10_001)
  }
}
