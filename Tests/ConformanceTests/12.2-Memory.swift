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
}

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

// MARK: - Loops

extension Memory {
  @Test
  func `12.2.1 A recursive flatMap loop of 1,000,000 settled steps uses constant memory`() async {
    await #expect(processExitsWith: .success) {
      await expectConstantMemory(ofTurns: 1_000_000, areSettled: [true], below: 32 << 20) {
        markedLoop($0, { $0 }, $1)
      }
    }
  }

  @Test(
    "12.2.2 A recursive `flatMap` loop of 1,000,000 steps settled on a queue uses constant memory"
  )
  func clause12_2_2() async {
    await #expect(processExitsWith: .success) {
      await expectConstantMemory(ofTurns: 1_000_000, areSettled: [false], below: 32 << 20) {
        markedLoop($0, { $0 }, $1)
      }
    }
  }

  @Test func `12.2.6 A fold of 100,000 settled steps uses constant memory`() async {
    await #expect(processExitsWith: .success) {
      await expectConstantMemory(areSettled: [true], below: 1 << 20) { turns, step in
        (0..<turns).fold(0) { _, _ in step() }
      }
    }
  }

  @Test func `12.2.7 A fold of 100,000 steps settled on a queue uses constant memory`() async {
    await #expect(processExitsWith: .success) {
      await expectConstantMemory(areSettled: [false], below: 1 << 20) { turns, step in
        (0..<turns).fold(0) { _, _ in step() }
      }
    }
  }

  @Test func `12.2.12 A poll of 20,000 attempts uses constant memory`() async {
    await #expect(processExitsWith: .success) {
      await expectConstantMemory(ofTurns: 20_000, areSettled: [true]) { turns, step in
        let attempts = Log<Void>()
        let isLast: @Sendable (Int) -> Bool = { _ in
          attempts.add()
          return attempts.count == turns
        }
        return poll(every: .zero, until: isLast, step)
      }
    }
  }

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

  @Test
  func `12.2.14 A recursive loop whose iterations are lazy promises uses constant memory`() async {
    await #expect(processExitsWith: .success) { await expectConstantMemory(lazyLoop) }
  }

  @Test("12.2.15 A recursive loop whose iterations ignore their errors uses constant memory")
  func clause12_2_15() async {
    await #expect(processExitsWith: .success) {
      await expectConstantMemory { markedLoop($0, { $0.ignored() }, $1) }
    }
  }

  @Test func `12.3.2 A pending promise forgets released tokens`() async {
    await #expect(processExitsWith: .success) {
      let promise = Promise<Int>()
      let remaining = DiscardSource()
      for _ in 0..<20_000 { promise.discarded(by: DiscardSource().token) }
      promise.discarded(by: remaining.token)
      let before = peakMemory()

      for _ in 0..<600_000 { promise.discarded(by: DiscardSource().token) }

      #expect(peakMemory() - before < 4 << 20)
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

/// Expects that a tenth of the turns needs hardly less memory, whichever way the steps settle.
private func expectConstantMemory(
  ofTurns turns: Int = 100_000,
  areSettled ways: [Bool] = [true, false],
  below limit: Int = 4 << 20,
  _ loop: @escaping @Sendable (_ turns: Int, @escaping @Sendable () -> Future<Int>) -> Future<Int>
) async {
  for areSettled in ways {
    let step = steps(areSettled: areSettled)
    let first = await onSmallStack { loop(turns / 10, step) }.settled()
    let before = peakMemory()
    let second = await onSmallStack { loop(turns, step) }.settled()
    #expect((try? first.get()) == 1)
    #expect((try? second.get()) == 1)
    #expect(before > 0)
    #expect(peakMemory() - before < limit)
  }
}
