import Dispatch
import Pledge
import PledgePromisesTestHelpers
import TestSupport
import Testing

@testable import PledgePromises

/// A combination treats a broken promise as pending.
@Suite(.hangLimit)
struct BrokenPartTests {
  typealias Promise = PledgePromises.Promise
  let turns = Turns()

  @Test func `all stays pending if one of its promises is broken`() {
    let list = all(on: turns.queue, [Promise(1), Promise<Int>.pending()])
    let pair = all(on: turns.queue, Promise<Int>.pending(), Promise("a"))
    let triple = all(on: turns.queue, Promise(1), Promise<Int>.pending(), Promise("a"))
    let four = all(on: turns.queue, Promise(1), Promise("a"), Promise(2), Promise<Int>.pending())
    turns.finish()
    #expect(list.isPending && pair.isPending && triple.isPending && four.isPending)
  }

  @Test func `all is rejected by another promise even if one is broken`() {
    let other = Promise<Int>()
    let list = all(on: turns.queue, [.pending(), other])
    let pair = all(on: turns.queue, Promise<String>.pending(), other)
    turns.finish()
    #expect(list.isPending && pair.isPending)
    other.reject(TestError.code13)
    turns.finish()
    #expect(list.error as? TestError == .code13 && pair.error as? TestError == .code13)
  }

  @Test func `any stays pending if one of its promises is broken`() {
    let list = any(on: turns.queue, [Promise(1), Promise<Int>.pending()])
    let failed = any(on: turns.queue, [Promise(TestError.code13), Promise<Int>.pending()])
    let pair = any(on: turns.queue, Promise<Int>.pending(), Promise("a"))
    let triple = any(on: turns.queue, Promise(1), Promise<Int>.pending(), Promise("a"))
    turns.finish()
    #expect(list.isPending && failed.isPending && pair.isPending && triple.isPending)
  }

  @Test func `a combination whose promises are all broken is released`() {
    let record = Log<String>()
    weak var everything: Promise<[Int]>?
    weak var anything: Promise<[Maybe<Int>]>?
    weak var first: Promise<Int>?
    do {
      let promises = [Promise<Int>(), Promise<Int>()]
      everything = all(on: turns.queue, promises)
      anything = any(on: turns.queue, promises)
      first = race(on: turns.queue, promises)
      everything?.always(on: turns.queue) { record.add("all") }
      anything?.always(on: turns.queue) { record.add("any") }
      first?.always(on: turns.queue) { record.add("race") }
      turns.finish()
      #expect(everything != nil && anything != nil && first != nil)
    }
    turns.finish()
    #expect(everything == nil && anything == nil && first == nil)
    #expect(record.entries.isEmpty)
  }
}
