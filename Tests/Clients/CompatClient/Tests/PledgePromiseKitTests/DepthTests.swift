import Dispatch
import Foundation
import PledgePromiseKit
import TestSupport
import Testing

extension PromiseKitTests {
  @Suite struct Depths {
    @Test func `a chain of 20,000 settles and is released on a small stack`() async {
      let seen = Locked(0)
      await onSmallStack {
        let (source, seal) = Promise<Int>.pending()
        var end = source
        for _ in 0..<20_000 { end = end.map(on: nil) { $0 + 1 } }
        seal.fulfill(0)
        seen.withLock { $0 = end.value ?? -1 }
      }
      #expect(seen.value == 20_000)
    }

    @Test func `a rejection passes a chain of 20,000 on a small stack`() async {
      let seen = Locked<Problem?>(nil)
      await onSmallStack {
        let (source, seal) = Promise<Int>.pending()
        var end = source
        for _ in 0..<20_000 { end = end.then(on: nil) { Promise.value($0) } }
        seal.reject(Problem.first)
        seen.withLock { $0 = problem(end.error) }
      }
      #expect(seen.value == .first)
    }

    @Test func `a pending chain of 20,000 is released on a small stack`() async {
      await onSmallStack {
        _ = logged {
          let (source, seal) = Guarantee<Int>.pending()
          var end = source
          for _ in 0..<20_000 { end = end.map(on: nil) { $0 + 1 } }
          _ = seal
        }
      }
      // Completion is the assertion.
    }

    @Test func `a loop of 20,000 turns ends on a small stack`() async {
      @Sendable func loop(_ turn: Int) -> Promise<Int> {
        Promise.value(turn + 1).then(on: nil) { $0 == 20_000 ? Promise.value($0) : loop($0) }
      }
      let seen = Locked(0)
      await onSmallStack {
        let end = loop(0)
        seen.withLock { $0 = end.value ?? -1 }
      }
      #expect(seen.value == 20_000)
    }

    @Test func `a loop of 20,000 turns on a queue ends`() async {
      let queue = DispatchQueue(label: "loop")
      @Sendable func loop(_ turn: Int) -> Promise<Int> {
        Promise.value(turn + 1).then(on: queue) { $0 == 20_000 ? Promise.value($0) : loop($0) }
      }
      let end = loop(0)
      #expect(await outcome(of: end).isFulfilled)
      #expect(end.value == 20_000)
    }

    @Test func `a thousand stages hop between queues in order`() async throws {
      let order = Log<Int>()
      var chain = Promise.value(0)
      for step in 0..<1000 {
        chain = chain.then(on: .global()) { value in Promise.value(value) }.get { value in
          order.add(step)
        }
      }
      _ = try await chain.async()
      #expect(order.entries == Array(0..<1000))
    }

    @Test func `races do not accumulate memory in a promise that never settles`() {
      let (never, seal) = Promise<Int>.pending()
      weak var last: Box?
      for _ in 0..<1000 {
        let box = Box()
        last = box
        let held = Held(box)
        race(never, Promise.value(1)).done(on: nil) { _ in _ = held }.cauterizedQuietly()
      }
      #expect(last == nil)
      seal.fulfill(0)
    }
  }

  @Suite struct Contention {
    @Test func `handlers from ten threads all run, in any order of settling`() async {
      for _ in 0..<20 {
        let (promise, seal) = Promise<Int>.pending()
        let calls = Locked(0)
        let group = DispatchGroup()
        DispatchQueue.global().async(group: group) { seal.fulfill(1) }
        await onThreads(10) { _ in
          for _ in 0..<100 {
            promise.done(on: nil) { _ in calls.withLock { $0 += 1 } }.cauterizedQuietly()
          }
        }
        group.wait()
        #expect(calls.value == 1000)
      }
    }

    @Test func `only one of four settling threads counts`() async {
      for _ in 0..<200 {
        let (promise, seal) = Promise<Int>.pending()
        let seen = Log<Int>()
        promise.done(on: nil) { value in seen.add(value) }.cauterizedQuietly()
        await onThreads(4) { seal.fulfill($0) }
        #expect(seen.entries.count == 1)
        #expect(promise.value == seen.entries.first)
      }
    }
  }
}

private final class Held: @unchecked Sendable {
  let box: Box

  init(_ box: Box) { self.box = box }
}
