import Foundation
import PledgeBrightFutures
import TestSupport
import Testing

private let now = immediateExecutionContext

@Suite(.hangLimit)
struct SequenceTests {
  let values = [1, 2, 3].map { Future<Int, Broken>(value: $0) }

  @Test func `traverse calls f for every element before it returns, on the same thread`() async {
    let log = Log<Int>()
    let future: Future<[Int], Broken> = await onSmallStack {
      let thread = currentThread()
      let future = [1, 2, 3].traverse { element -> Future<Int, Broken> in
        log.add(currentThread() == thread ? element : 0)
        return Future(value: element * 2)
      }
      log.add(9)
      return future
    }
    #expect(log.entries == [1, 2, 3, 9])
    #expect(await onSmallStack { future.forced() } == .success([2, 4, 6]))
  }

  @Test func `traverse collects on its context`() {
    let gate = Gate()
    let future = [1, 2].traverse(gate.context) { Future<Int, Broken>(value: $0) }
    #expect(!future.isCompleted)
    gate.run()
    #expect(future.value == [1, 2])
  }

  @Test func `a sequence fails like its first failing element, at any time`() {
    let promises = (0..<3).map { _ in Promise<Int, Broken>() }
    let all = promises.map(\.future).sequence()
    promises[2].failure(Broken(number: 2))
    #expect(!all.isCompleted)
    promises[0].success(0)
    promises[1].failure(Broken(number: 1))
    #expect(all.error == Broken(number: 1))
  }

  @Test func `fold goes from left to right, on its context`() async {
    let strings = values.fold(now, zero: "") { $0 + "\($1)" }
    #expect(strings.value == "123")
    let none = [Future<Int, Broken>]().fold(now, zero: 7, f: +)
    #expect(none.value == 7)
    let sum = values.fold(0) { $0 + $1 }
    #expect(await onSmallStack { sum.forced() } == .success(6))
  }

  @Test func `fold fails like the first failing element in the sequence`() {
    let calls = Log<Int>()
    let futures = values + [Future(error: Broken(number: 8)), Future(error: Broken(number: 9))]
    let sum = futures.fold(now, zero: 0) { sum, value in
      calls.add(value)
      return sum + value
    }
    #expect(sum.error == Broken(number: 8))
    #expect(calls.entries == [1, 2, 3])
  }

  @Test func `find searches in the order of the sequence`() async {
    #expect(values.find(now) { $0 > 1 }.value == 2)
    #expect(values.find(now) { $0 > 3 }.error == .noSuchElement)
    let failing = values + [Future(error: Broken())]
    #expect(failing.find(now) { $0 == 1 }.error == .external(Broken()))
    let found = values.find { $0 == 3 }
    #expect(await onSmallStack { found.forced() } == .success(3))
  }

  @Test func `thousands of futures settle on a small stack`() async {
    let sums = await onSmallStack {
      let promises = (0..<2_000).map { _ in Promise<Int, Never>() }
      let futures = promises.map(\.future)
      let sum = futures.fold(now, zero: 0, f: +)
      let all = futures.traverse(maxStackDepthExecutionContext) { $0 }
      for promise in promises.reversed() { promise.success(1) }
      return [sum.forced().value, all.forced().value?.count]
    }
    #expect(sums == [2_000, 2_000])
  }
}
