import Foundation
import PledgePromisesTestHelpers
import TestSupport
import Testing

@testable import PledgePromises

/// Calls the signatures of the original that no other test calls, as its clients do.
@Suite(.timeLimit(.minutes(60)))
struct SurfaceTests {
  @Test func `the names of closures are those of the original`() async throws {
    let work: Promise<Int>.Async = { fulfill, _ in fulfill(1) }
    let number: Promise<Int>.Do<Int> = { 2 }
    let then: Promise<Int>.Then<String> = { "\($0)" }
    let seen: Promise<Int>.Catch = { _ in }
    let always: Promise<Int>.Always = {}
    let reducer: Promise<Int>.Reducer<Int> = { Promise($0 + $1) }
    try work({ #expect($0 == 1) }, { _ in })
    #expect(try number() == 2)
    #expect(try then(3) == "3")
    #expect(try awaitPromise(reducer(1, 2)) == 3)
    seen(PromiseError.timedOut)
    always()
  }

  @Test func `the closures of retry and reduce may have their labels`()
    async throws
  {
    let condition: (@Sendable (Int, any Error) -> Bool)? = { count, _ in count > 1 }
    let tries = Locked(0)
    let tried = retry(on: .global(), attempts: 3, delay: 0, condition: condition) {
      tries.withLock { $0 += 1 }
      return Promise<Int>(PromiseError.timedOut)
    }
    #expect(await tried.failure() as? PromiseError == .timedOut)
    #expect(tries.value == 3)
    let none: (@Sendable (Int, any Error) -> Bool)? = nil
    #expect(try await retry(condition: none, { Promise(1) }).get() == 1)
    let sum = Promise(0).reduce(on: .global(), 1, 2, combine: { Promise($0 + $1) })
    #expect(try await sum.get() == 3)
  }

  @Test func `everything takes a queue`() async throws {
    let queue = DispatchQueue(label: "surface")
    let chain = Promise<Int>(on: queue) { fulfill, _ in fulfill(1) }
      .then(on: queue) { $0 + 1 }
      .catch(on: queue) { _ in }
      .always(on: queue) {}
    let more = chain.recover(on: queue) { _ in 0 }
      .delay(on: queue, 0)
      .timeout(on: queue, 3600)
      .validate(on: queue) { $0 > 0 }
      .reduce(on: queue, 1, 2, combine: { Promise($0 + $1) })
    #expect(try await more.get() == 5)
    let pair: Promise<(Int, Int)> = all(on: queue, more, chain)
    #expect(try await pair.get() == (5, 2))
    let list: Promise<[Int]> = all(on: queue, more, chain)
    #expect(try await list.get() == [5, 2])
    let sets = all(on: queue, Set([1]).map { Promise($0) })
    #expect(try await sets.get() == [1])
    let maybes: Promise<[Maybe<Int>]> = any(on: queue, more, chain)
    #expect(try await maybes.get() == [Maybe(5), Maybe(2)])
    let tuple: Promise<(Maybe<Int>, Maybe<String>, Maybe<Bool>)> =
      any(on: queue, more, Promise("a"), Promise(true))
    #expect(try await tuple.get().1.value == "a")
    #expect(try await race(on: queue, more, chain).get() > 0)
    #expect(try await race(on: queue, [more, chain]).get() > 0)
  }

  @Test func `values and closures need not be Sendable`() {
    final class Box {
      var number = 1
    }
    let turns = Turns()
    let promise = Promise(Box()).then(on: turns.queue) { box -> Int in
      box.number += 1
      return box.number
    }
    turns.finish()
    #expect(promise.value == 2)
  }

  @Test func `work for tests runs asynchronously, on the main queue`() async {
    await confirmation { called in
      await withCheckedContinuation { continuation in
        PledgePromisesTestHelpers.Test.delay(0.001) {
          dispatchPrecondition(condition: .onQueue(.main))
          called()
          continuation.resume()
        }
      }
    }
  }
}
