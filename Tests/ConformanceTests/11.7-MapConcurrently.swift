import Pledge
import Testing

@Suite("11.7 `mapConcurrently(limit:)`")
struct MapConcurrently {
  @Test(
    "11.7.1 `mapConcurrently` is fulfilled with the results, in the order of the sequence",
    arguments: everyWay
  )
  func clause11_7_1(way: Way) {
    let outcome = way.fulfill(0) { promise in
      (1...5).mapConcurrently(limit: 2) { number in promise.map { $0 + number * 10 } }
    }
    let backwards = Work()
    let reversed = (0..<3).mapConcurrently(limit: 3) { backwards.start($0) }
    for number in [2, 0, 1] { backwards.promises[number].resolve(number * 10) }

    #expect(outcome.got == [10, 20, 30, 40, 50])
    #expect(reversed.got == [0, 10, 20])
  }

  @Test("11.7.2 At most `limit` transforms run at a time")
  func clause11_7_2() {
    let work = Work()
    let outcome = (0..<5).mapConcurrently(limit: 2) { work.start($0) }
    #expect(work.started == [0, 1])

    work.promises[1].resolve(1)
    #expect(work.started == [0, 1, 2])
    work.promises[2].resolve(2)
    #expect(work.started == [0, 1, 2, 3])
    work.promises[0].resolve(0)
    #expect(work.started == [0, 1, 2, 3, 4])
    work.promises[3].resolve(3)
    #expect(outcome.isPending)
    work.promises[4].resolve(4)

    #expect(outcome.got == [0, 1, 2, 3, 4])
  }

  @Test("11.7.3 The first rejection rejects it and discards what runs")
  func clause11_7_3() {
    let work = Work()
    let outcome = (0..<5).mapConcurrently(limit: 2) { work.start($0) }
    let atOnce = Work()
    let rejectedAtOnce = (0..<5).mapConcurrently(limit: 2) { number in
      number == 0 ? Promise(error: Broken()) : atOnce.start(number)
    }

    work.promises[1].reject(Broken())

    #expect(outcome.failure is Broken)
    #expect(work.promises[0].isDiscarded)
    #expect(work.started == [0, 1])
    #expect(rejectedAtOnce.failure is Broken)
    #expect(atOnce.promises.allSatisfy { $0.isDiscarded })
  }

  @Test("11.7.4 A transform that throws rejects it")
  func clause11_7_4() {
    let work = Work()
    let outcome = (0..<5).mapConcurrently(limit: 2) { number in
      if number == 2 { throw Broken() }
      return work.start(number)
    }

    work.promises[0].resolve(0)

    #expect(outcome.failure is Broken)
    #expect(work.promises[1].isDiscarded)
    #expect(work.started == [0, 1])
  }

  @Test("11.7.5 Of nothing it is fulfilled at once")
  func clause11_7_5() {
    let work = Work()

    #expect([Int]().mapConcurrently(limit: 2) { work.start($0) }.got == [])
    #expect(work.started == [])
  }

  @Test("11.7.6 Discarding it discards what runs")
  func clause11_7_6() {
    let work = Work()
    let outcome = (0..<5).mapConcurrently(limit: 2) { work.start($0) }

    outcome.discard()

    #expect(outcome.isDiscarded)
    #expect(work.promises.allSatisfy { $0.isDiscarded })
    #expect(work.started == [0, 1])
  }

  @Test("11.7.7 A limit below one is rejected with `ArgumentError`", arguments: [0, -1])
  func clause11_7_7(limit: Int) {
    let work = Work()
    let outcome = (0..<5).mapConcurrently(limit: limit) { work.start($0) }

    #expect(outcome.failure is ArgumentError)
    #expect(work.started == [])
  }
}

/// Work that the test settles, and that can be stopped.
private final class Work: Sendable {
  private let begun = Locked<[(number: Int, promise: Promise<Int>)]>([])

  var started: [Int] { begun.value.map(\.number) }
  var promises: [Promise<Int>] { begun.value.map(\.promise) }

  func start(_ number: Int) -> Promise<Int> {
    let promise = Promise<Int>(discard: {})
    begun.withLock { $0.append((number, promise)) }
    return promise
  }
}
