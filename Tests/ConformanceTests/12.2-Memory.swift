import Dispatch
import Foundation
import Pledge
import PledgeTestSupport
import Testing

@Suite("12.2 Memory", .serialized, .disabled(if: isSanitized), .hangLimit)
struct Memory {
  @Test(
    "12.2.3 1,000 races of 64 KiB against a promise that never settles take less than 1 MiB"
  )
  func clause12_2_3() async {
    await #expect(processExitsWith: .success) {
      let never = Promise<[UInt8]>()
      let growth = memoryGrowth(of: 1_000) { settledFirst in
        let winner = Promise<[UInt8]>()
        if settledFirst { winner.resolve(block()) }
        let result = race(never, winner)
        winner.resolve(block())
        return result.got?.count == blockSize
      }

      #expect(growth < 1 << 20)
      #expect(never.isPending)
    }
  }

  @Test(
    "12.2.4 1,000 calls of `any` with 64 KiB and a promise that never settles take less than 1 MiB"
  )
  func clause12_2_4() async {
    await #expect(processExitsWith: .success) {
      let never = Promise<[UInt8]>()
      let growth = memoryGrowth(of: 1_000) { settledFirst in
        let (loser, winner) = (Promise<[UInt8]>(), Promise<[UInt8]>())
        if settledFirst { loser.reject(block()) }
        let result = any(loser, never, winner)
        loser.reject(block())
        winner.resolve(block())
        return result.got?.count == blockSize
      }

      #expect(growth < 1 << 20)
      #expect(never.isPending)
    }
  }

  @Test(
    "12.2.5 100,000 races of integers against a promise that never settles take less than 1 MiB"
  )
  func clause12_2_5() async {
    await #expect(processExitsWith: .success) {
      let never = Promise<Int>()
      let growth = memoryGrowth(of: 100_000) { settledFirst in
        let winner = Promise<Int>()
        if settledFirst { winner.resolve(1) }
        let result = race(never, winner)
        winner.resolve(1)
        return result.got == 1
      }

      #expect(growth < 1 << 20)
      #expect(never.isPending)
    }
  }

  @Test("12.2.6 A `fold` of 100,000 settled steps uses constant memory")
  func clause12_2_6() async {
    await #expect(processExitsWith: .success) {
      let before = await peak { fold(turns / 10) { Promise(value: $0) } }
      let after = await peak { fold(turns) { Promise(value: $0) } }

      #expect(after - before < 1 << 20)
    }
  }

  @Test("12.2.7 A `fold` of 100,000 steps settled on a queue uses constant memory")
  func clause12_2_7() async {
    await #expect(processExitsWith: .success) {
      let queue = DispatchQueue(label: "steps")
      let step: @Sendable (Int) -> Future<Int> = { value in
        let promise = Promise<Int>()
        queue.async { promise.resolve(value) }
        return promise
      }
      let before = await peak { fold(turns / 10, step) }
      let after = await peak { fold(turns, step) }

      #expect(after - before < 1 << 20)
    }
  }
}

private let turns = 100_000
private let blockSize = 64 << 10

private func block() -> [UInt8] { Array(repeating: 1, count: blockSize) }

/// Runs `count` rounds after `count / 10` warm-up rounds.
///
/// - Parameters:
///   - count: The number of rounds.
///   - round: Runs one round and returns whether it succeeded. Its argument alternates, and says
///     whether to settle something beforehand.
/// - Returns: The bytes by which the rounds raised the peak memory use after warming up.
private func memoryGrowth(of count: Int, _ round: (Bool) -> Bool) -> Int {
  var right = 0
  for number in 0..<count / 10 where round(number.isMultiple(of: 2)) { right += 1 }
  let before = peakMemory()
  for number in 0..<count where round(number.isMultiple(of: 2)) { right += 1 }
  let growth = peakMemory() - before
  #expect(right == count / 10 + count)
  #expect(before > 0)
  return growth
}

private func fold(
  _ count: Int,
  _ step: @escaping @Sendable (Int) -> Future<Int>
) -> Future<Int> {
  (0..<count).fold(0) { sum, _ in step(sum + 1) }.tap { #expect($0 == count) }
}

/// Runs `work` from a small stack, and returns the peak memory use of this process.
private func peak(_ work: @escaping @Sendable () -> Future<Int>) async -> Int {
  let outcome = await onSmallStack(work).settled()
  #expect(throws: Never.self) { try outcome.get() }
  return peakMemory()
}

// MARK: - Loops whose turns do more than derive stages

extension Memory {
  @Test("12.2.13 A recursive loop whose iterations are discarded by a bag uses constant memory")
  func clause12_2_13() async {
    await #expect(processExitsWith: .success) {
      let bag = DiscardBag()
      await expectConstantMemory { markedLoop($0, { $0.discarded(by: bag) }, $1) }
      let mark: @Sendable (Promise<Int>) -> Promise<Int> = {
        $0.discarded(by: DiscardSource().token)
      }
      await expectConstantMemory { markedLoop($0, mark, $1) }
    }
  }

  @Test("12.2.14 A recursive loop whose iterations are lazy promises uses constant memory")
  func clause12_2_14() async {
    await #expect(processExitsWith: .success) { await expectConstantMemory(of: lazyLoop) }
  }

  @Test("12.2.15 A recursive loop whose iterations ignore their errors uses constant memory")
  func clause12_2_15() async {
    await #expect(processExitsWith: .success) {
      await expectConstantMemory { markedLoop($0, { $0.ignored() }, $1) }
    }
  }

  @Test("12.3.2 A pending promise forgets released tokens")
  func clause12_3_2() async {
    await #expect(processExitsWith: .success) {
      let promise = Promise<Int>()
      let remaining = DiscardSource()
      for _ in 0..<20_000 { promise.discarded(by: DiscardSource().token) }
      promise.discarded(by: remaining.token)
      let before = peakMemory()

      for _ in 0..<200_000 { promise.discarded(by: DiscardSource().token) }

      #expect(peakMemory() - before < 1 << 20)
      #expect(before > 0)
      #expect(promise.isPending)
      remaining.discard()
      #expect(promise.isDiscarded)
    }
  }
}

/// Returns steps that are settled already, or that a queue settles.
private func steps(areSettled: Bool) -> @Sendable () -> Future<Int> {
  if areSettled { return { Promise(value: 1) } }
  let queue = DispatchQueue(label: "steps")
  return {
    let promise = Promise<Int>()
    queue.async { promise.resolve(1) }
    return promise
  }
}

@Sendable private func markedLoop(
  _ left: Int,
  _ mark: @escaping @Sendable (Promise<Int>) -> Promise<Int>,
  _ step: @escaping @Sendable () -> Future<Int>
) -> Promise<Int> {
  step().flatMap { value in
    left == 0 ? Promise(value: value) : mark(markedLoop(left - 1, mark, step))
  }
}

@Sendable private func lazyLoop(
  _ left: Int,
  _ step: @escaping @Sendable () -> Future<Int>
) -> Future<Int> {
  LazyPromise {
    step().flatMap { value in left == 0 ? Promise(value: value) : lazyLoop(left - 1, step) }
  }
}

/// Expects that 100,000 turns need no more memory than 10,000 turns, whichever way their steps
/// settle.
private func expectConstantMemory(
  of loop: @escaping @Sendable (_ turns: Int, @escaping @Sendable () -> Future<Int>) -> Future<Int>
) async {
  for isSettled in [true, false] {
    let step = steps(areSettled: isSettled)
    let first = await onSmallStack { loop(turns / 10, step) }.settled()
    let before = peakMemory()
    let second = await onSmallStack { loop(turns, step) }.settled()
    #expect((try? first.get()) == 1)
    #expect((try? second.get()) == 1)
    #expect(before > 0)
    #expect(peakMemory() - before < 4 << 20)
  }
}
