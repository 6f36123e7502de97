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

    @Test @MainActor func `a delay elapses while the main queue is busy`() {
      logged { after(seconds: 0).wait() }
      // Completion is the assertion.
    }

    @Test func `a queue runs work for a promise or a guarantee`() async throws {
      let queue = DispatchQueue(label: "work")
      let group = DispatchGroup()
      let guarantee = queue.async(.promise, group: group, qos: .utility, flags: []) { 1 }
      #expect(type(of: guarantee) == Guarantee<Int>.self)
      group.wait()
      #expect(guarantee.value == 1)
      let failing = queue.async(.promise, group: group, qos: .utility, flags: .barrier) {
        () throws -> Int in throw Problem.second
      }
      group.wait()
      #expect(problem(failing.error) == .second)
      let fine = queue.async(.promise) {
        try JSONDecoder().decode([Int].self, from: Data("[1]".utf8))
      }
      #expect(type(of: fine) == Promise<[Int]>.self)
      #expect(try await fine.async() == [1])
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

    @Test(arguments: [false, true])
    func `a task can wait, and continues to wait when it is canceled`(isCanceled: Bool) async throws
    {
      let (promise, seal) = Promise<Int>.pending()
      let (guarantee, resolve) = Guarantee<Int>.pending()
      let task = Task { try await promise.async() + guarantee.async() }
      if isCanceled { task.cancel() }
      seal.fulfill(1)
      resolve(2)
      #expect(try await task.value == 3)
      await #expect(throws: Problem.first) { try await Promise<Int>(error: Problem.first).async() }
      await #expect(throws: PMKError.self) {
        try await Promise<Int>(error: PMKError.cancelled).async()
      }
    }

    @Test func `a task continues after the blocks already in the main queue`() async throws {
      let seen = Log<String>()
      let promise = Promise.value(1)
      promise.done { _ in seen.add("done") }.cauterizedQuietly()
      _ = try await promise.async()
      #expect(seen.entries == ["done"])
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

    @Test func `settling while another thread is in the generator does not block`() async {
      let (begun, returned) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let pending = (0..<2).map { _ in Promise<Int>.pending() }
      let calls = Locked(0)
      let generator = AnyIterator { () -> Promise<Int>? in
        let call = calls.withLock { count in
          defer { count += 1 }
          return count
        }
        guard call == 2 else { return call < 2 ? pending[call].promise : nil }
        begun.signal()
        returned.wait()
        return .value(2)
      }
      let all = when(fulfilled: generator, concurrently: 2)
      await onThreads(2) { thread in
        guard thread == 1 else { return pending[0].resolver.fulfill(0) }
        begun.wait()
        pending[1].resolver.fulfill(1)
        returned.signal()
      }
      #expect(all.value == [0, 1, 2])
      #expect(calls.value == 4)
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
