import Dispatch
import Foundation
import PledgePromiseKit
import TestSupport
import Testing

import struct Pledge.UncheckedSendable

extension PromiseKitTests {
  @Suite struct Functions {
    @Test func `a delay that has elapsed resolves, and wins over a longer one`() async {
      #expect(await outcome(of: after(seconds: 0)).isFulfilled)
      #expect(await outcome(of: after(seconds: -1)).isFulfilled)
      #expect(await outcome(of: after(.milliseconds(1))).isFulfilled)
      #expect(after(seconds: 3600).isPending)
      let first = race(after(seconds: 3600).map { 1 }, after(seconds: 0).map { 2 })
      #expect(await first.async() == 2)
    }

    @Test func `a thread can wait`() throws {
      let queue = DispatchQueue(label: "elsewhere")
      #expect(try queue.async(.promise) { () throws -> Int in 1 }.wait() == 1)
      #expect(queue.async(.promise) { 2 }.wait() == 2)
      let failed = queue.async(.promise) { () throws -> Int in throw Problem.second }
      for promise in [Promise(error: Problem.second), failed] {
        #expect(throws: Problem.second) { try promise.wait() }
      }
    }

    @Test func `a run loop can wait`() async throws {
      #if !canImport(Darwin)
      let seen = Log<String>()
      await onSmallStack {
        do {
          let (promise, seal) = Promise<Int>.pending()
          // Runs within the waiting run loop, so that the promise is still pending when the wait
          // begins.
          RunLoop.current.perform { seal.fulfill(1) }
          seen.add("\(try hang(promise))")
          _ = try hang(Promise<Int>(error: Problem.first))
        } catch {
          seen.add("\(error)")
        }
      }
      #expect(seen.entries == ["1", "first"])
      #endif
    }

    @Test func `a custom thenable works like the others`() async throws {
      let own = Own()
      let next = own.then(on: nil) { Promise.value($0 + 1) }
      let all: Promise<[Int]> = when(fulfilled: [own])
      own.settle(1)
      #expect(next.value == 2)
      #expect(all.value == [1])
      #expect(Promise(own).value == 1)
      #expect(own.isFulfilled && own.value == 1)
    }
  }

  /// Tests generators whose promises are settled by several threads.
  @Suite(.hangLimit) struct Generators {
    @Test(arguments: [1, 2, 5])
    func `threads that settle call a generator one at a time, up to the limit`(limit: Int) async {
      let (values, outcomes) = (Works(count: 300), Works(count: 300))
      let all = when(fulfilled: values, concurrently: limit)
      let every = when(resolved: outcomes, concurrently: limit)
      await onThreads(2) { _ in
        values.settleAll()
        outcomes.settleAll(failing: 7)
      }
      #expect(all.value == Array(0..<300))
      #expect(every.value?.map(\.isFulfilled) == (0..<300).map { $0 % 7 != 0 })
      for generator in [values, outcomes] {
        #expect(generator.most == limit && !generator.hasMet)
      }
    }
  }
}

/// A thenable based on a guarantee.
private final class Own: Thenable {
  private let pending = Guarantee<Int>.pending()

  var result: PledgePromiseKit.Result<Int>? { pending.guarantee.result }

  func pipe(to handler: @escaping (PledgePromiseKit.Result<Int>) -> Void) {
    let handler = UncheckedSendable(handler)
    pending.guarantee.pipe { handler.value($0) }
  }

  func settle(_ value: Int) { pending.resolve(value) }
}
