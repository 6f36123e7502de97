import Pledge
import PledgeTestSupport
import Testing

struct FindTests {
  @Test func `checks no value after the match, and none twice`() {
    let seen = Log<Int>()
    let source = Promise<Int>()
    let promise = find([source, Promise(value: 1), source, Promise(value: 3)]) { value in
      seen.add(value)
      return value == 1
    }

    source.resolve(0)

    #expect(promise.got == 1)
    #expect(seen.entries == [0, 1])
  }

  @Test func `checks the same promise twice if it is given twice`() {
    let source = Promise<Int>()
    let seen = Log<Int>()
    let promise = find([source, source]) { value in
      seen.add(value)
      return false
    }

    source.resolve(1)

    #expect(promise.failure is NoSuchElementError)
    #expect(seen.entries == [1, 1])
  }

  @Test func `is rejected with a rejection before the match`() {
    let sources = (0..<3).map { _ in Promise<Int>(discard: {}) }
    let promise = find(sources) { $0 == 2 }

    sources[1].reject(Broken(number: 1))
    #expect(promise.isPending)
    sources[0].resolve(0)

    #expect(promise.broken == Broken(number: 1))
    #expect(sources[2].isDiscarded)
  }

  @Test func `discards work that only the argument holds if it settles immediately`() {
    let stopped = Log<Void>()

    let promise = find([Promise(value: 1), Promise(discard: { stopped.add() })]) { _ in true }

    #expect(promise.got == 1)
    #expect(stopped.count == 1)
  }

  @Test func `checks many settled values in constant stack`() {
    let sources = (0..<100_000).map { Promise(value: $0) }
    let last = Promise<Int>()
    let promise = find([last] + sources) { $0 == 99_999 }

    onThread { last.resolve(-1) }

    #expect(promise.got == 99_999)
  }

  @Test func `the closure may discard the result`() {
    let slot = Locked<Promise<Int>?>(nil)
    let sources = (0..<2).map { _ in Promise<Int>(discard: {}) }
    let promise = find(sources) { _ in
      slot.value?.discard()
      return false
    }
    slot.value = promise

    sources[0].resolve(0)

    #expect(promise.isDiscarded)
    #expect(sources[1].isDiscarded)
    slot.value = nil
  }

  @Test func `has the same result in whichever order threads settle the promises`() {
    let sources = (0..<200).map { _ in Promise<Int>() }
    let promise = find(sources) { $0 >= 100 }

    concurrently(200) { sources[$0].resolve($0) }

    #expect(promise.got == 100)
  }

  @Test func `the closure sees captured task-locals as they were at the call`() async {
    await #expect(processExitsWith: .success) {
      Locals.$kept.keepInHandlers()
      let source = Promise<Int>()
      let seen = Log<Int>()
      let promise = Locals.$kept.withValue(7) {
        find([Promise(value: 1), source]) { _ in
          seen.add(Locals.kept)
          return false
        }
      }

      source.resolve(2)

      #expect(promise.failure is NoSuchElementError)
      #expect(seen.entries == [7, 7])
    }
  }
}

private enum Locals {
  @TaskLocal static var kept = 0
}
