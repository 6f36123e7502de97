import Dispatch
import Pledge
import PledgeTestSupport
import Testing

/// Tests of loops whose turns do more than derive stages, and of the memory held by a pending
/// promise.
@Suite("12.2 Loops", .serialized, .disabled(if: isSanitized), .hangLimit)
struct Loops {
  @Test("12.2.13 A recursive loop whose iterations are discarded by a bag uses constant memory")
  func clause12_2_13() async {
    await #expect(processExitsWith: .success) {
      let bag = DiscardBag()
      let marks: [@Sendable (Promise<Int>) -> Promise<Int>] = [
        { $0.discarded(by: bag) },
        { $0.discarded(by: DiscardSource().token) },
      ]
      for isSettled in [true, false] {
        let step = steps(areSettled: isSettled)
        for mark in marks {
          let growth = await memoryGrowth { markedLoop($0, mark, step) }

          #expect(growth < 4 << 20)
        }
      }
    }
  }

  @Test("12.2.14 A recursive loop whose iterations are lazy promises uses constant memory")
  func clause12_2_14() async {
    await #expect(processExitsWith: .success) {
      for isSettled in [true, false] {
        let step = steps(areSettled: isSettled)
        let growth = await memoryGrowth { lazyLoop($0, step) }

        #expect(growth < 4 << 20)
      }
    }
  }

  @Test(
    "12.2.15 A recursive loop whose iterations ignore their errors uses constant memory"
  )
  func clause12_2_15() async {
    await #expect(processExitsWith: .success) {
      for isSettled in [true, false] {
        let step = steps(areSettled: isSettled)
        let ignoring: @Sendable (Promise<Int>) -> Promise<Int> = {
          $0.ignoringErrors()
          return $0
        }
        let growth = await memoryGrowth { markedLoop($0, ignoring, step) }

        #expect(growth < 4 << 20)
      }
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

private let turns = 100_000

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

/// Returns the bytes by which 100,000 turns exceed the peak memory use of 10,000 turns.
private func memoryGrowth(of loop: @escaping @Sendable (Int) -> Future<Int>) async -> Int {
  let first = await onSmallStack { loop(turns / 10) }.settled()
  let before = peakMemory()
  let second = await onSmallStack { loop(turns) }.settled()
  #expect((try? first.get()) == 1)
  #expect((try? second.get()) == 1)
  #expect(before > 0)
  return peakMemory() - before
}
