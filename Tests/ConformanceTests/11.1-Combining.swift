import Pledge
import PledgeTestSupport
import Testing

@Suite("11.1 `all`")
struct All {
  @Test(arguments: everyWay)
  func `11.1.1 all is fulfilled with every value, in the given order`(way: Way) {
    let last = Promise<Int>()
    let (combined, twice) = way.resolve(1) { first in
      (all([first, Promise(value: 2), last]), all([first, first]))
    }

    #expect(combined.isPending)
    last.resolve(3)

    #expect(combined.got == [1, 2, 3])
    #expect(twice.got == [1, 1])
  }

  @Test func `11.1.2 all of promises of several types is fulfilled with a tuple`() {
    expectStage(of: 1, gives: "1 two true") { promise in
      all(promise, Promise(value: "two"), promise.map { $0 > 0 }).map { "\($0) \($1) \($2)" }
    }
    let pending = Promise<String>()
    expectStage(ofRejected: Broken(), throws: Broken()) { all(pending, $0) }
  }

  @Test(
    "11.1.3 `all` is rejected with the first rejection, without waiting for the other promises",
    arguments: everyWay
  )
  func clause11_1_3(way: Way) {
    let pending = Promise<Int>()
    let combined = way.reject(Int.self, with: Broken(number: 1)) { all([pending, $0]) }

    pending.reject(Broken(number: 2))

    #expect(combined.broken == Broken(number: 1))
  }

  @Test(arguments: everyWay)
  func `11.1.4 A rejected all detaches from the other promises`(way: Way) {
    expectDetachment { others in
      way.reject(Int.self, with: Broken()) { all(others + [$0]).ignoringErrors() }
    }
    expectDetachment { others in
      way.reject(Int.self, with: Broken()) { all([$0] + others).ignoringErrors() }
    }
  }

  @Test func `11.1.5 all of no promises is fulfilled immediately`() {
    #expect(all([Promise<Int>]()).got == [])
    #expect(all().isFulfilled)
  }

  @Test func `11.1.6 Discarding all detaches it from every promise`() {
    let root = Promise<Int>()
    let stage = root.map { $0 }

    expectDetachment { all($0).discard() }
    all(stage, root).discard()

    #expect(stage.isDiscarded)
    #expect(root.isPending)
  }

  @Test func `11.1.7 all takes promises of any number of types`() {
    let none: Promise<()> = all()
    let one: Promise<Int> = all(Promise(value: 1))
    let (number, text, last) = (Promise(value: 1), Promise(value: "2"), Promise<String>())
    let ten = all(number, text, number, text, number, text, number, text, number, last)

    #expect(none.isFulfilled)
    #expect(one.got == 1)
    #expect(ten.isPending)
    last.resolve("10")
    #expect(ten.got?.0 == 1)
    #expect(ten.got?.7 == "2")
    #expect(ten.got?.9 == "10")
  }

  @Test func `11.1.8 all of a discarded promise is rejected with DiscardedError`() {
    #expect(all([Promise(value: 1), discarded]).isDiscarded)
    #expect(all(discarded, Promise<String>()).isDiscarded)
  }

  @Test(arguments: everyWay)
  func `11.1.9 all of 100,000 promises settles on a stack of 512 KiB`(way: Way) async {
    let (values, areRight) = await onSmallStack {
      let twice = way.resolve(1) { all(Array(repeating: $0, count: 100_000)) }
      let stages = way.resolve(1) { promise in all((0..<100_000).map { _ in promise.map { $0 } }) }
      let (others, roots) = (blocks(99_999), blocks(100_000))
      let rejected = way.reject(Int.self, with: Broken()) { all(others + [$0]) }
      all(roots).discard()
      return (
        [twice.got, stages.got],
        rejected.failure is Broken && (others + roots).allSatisfy { $0.isDiscarded }
      )
    }

    #expect(values == Array(repeating: Array(repeating: 1, count: 100_000), count: 2))
    #expect(areRight)
  }
}

@Suite("11.2 `allSettled`")
struct AllSettled {
  @Test(arguments: everyWay)
  func `11.2.1 allSettled is fulfilled with every outcome, in the given order`(way: Way) {
    let combined = way.reject(Int.self, with: Broken()) { rejected in
      (
        allSettled([Promise(value: 1), rejected, Promise(value: 3)]),
        allSettled(Promise(value: "one"), rejected)
      )
    }

    #expect(combined.0.got?.map { try? $0.get() } == [1, nil, 3])
    #expect(combined.1.got.map { try? $0.0.get() } == "one")
    #expect(throws: Broken.self) { try combined.1.got?.1.get() }
  }

  @Test func `11.2.2 allSettled of no promises is fulfilled immediately`() {
    #expect(allSettled([Promise<Int>]()).got?.isEmpty == true)
    #expect(allSettled().isFulfilled)
  }

  @Test func `11.2.3 allSettled takes promises of any number of types`() throws {
    let none: Promise<()> = allSettled()
    let one: Promise<Result<Int, any Error>> = allSettled(Promise(value: 1))
    let (number, text, last) = (Promise(value: 1), Promise<Bool>(error: Broken()), Promise<Int>())
    let ten = allSettled(number, text, number, text, number, text, number, text, number, last)

    #expect(none.isFulfilled)
    #expect(try one.got?.get() == 1)
    #expect(ten.isPending)
    last.resolve(10)
    #expect(try ten.got?.0.get() == 1)
    #expect(throws: Broken()) { try ten.got?.7.get() }
    #expect(try ten.got?.9.get() == 10)
  }

  @Test func `11.2.4 allSettled treats a discarded promise as rejected with DiscardedError`() {
    #expect(throws: DiscardedError.self) { try allSettled([discarded]).got?[0].get() }
    #expect(throws: DiscardedError.self) {
      try allSettled(Promise(value: "one"), discarded).got?.1.get()
    }
  }

  @Test func `11.2.5 Discarding allSettled detaches it from every promise`() {
    expectDetachment { allSettled($0).discard() }
  }
}

@Suite("11.3 `race`")
struct Race {
  @Test func `11.3.1 race settles with the outcome of the first promise to settle`() {
    let pending = Promise<Int>()

    expectStage(of: 1, gives: 1) { race([pending, $0]) }
    expectStage(ofRejected: Broken(), throws: Broken()) { race(pending, $0) }
    #expect(race(Promise(value: 1), Promise(value: 2)).got == 1)
  }

  @Test(arguments: everyWay)
  func `11.3.2 A settled race detaches from the other promises`(way: Way) {
    expectDetachment { others in way.resolve(1) { _ = race(others + [$0]) } }
    expectDetachment { others in way.resolve(1) { _ = race([$0] + others) } }
  }

  @Test func `11.3.3 race of no promises is rejected with EmptyInputError`() {
    #expect(race([Promise<Int>]()).failure is EmptyInputError)
  }

  @Test func `11.3.4 Discarding a race detaches it from every promise`() {
    expectDetachment { race($0).discard() }
  }

  @Test func `11.3.5 A race with a discarded promise is rejected with DiscardedError`() {
    #expect(race(Promise(), discarded).isDiscarded)
  }
}

@Suite("11.4 `any`")
struct AnyOf {
  @Test func `11.4.1 any is fulfilled with the first value`() {
    let pending = Promise<Int>()

    expectStage(of: 1, gives: 1) { any(Promise(error: Broken()), pending, $0) }
  }

  @Test(
    "11.4.2 `any` of rejected promises is rejected with every error, in the given order",
    arguments: everyWay
  )
  func clause11_4_2(way: Way) {
    let last = Promise<Int>()
    let rejected = way.reject(Int.self, with: Broken(number: 2)) { second in
      any([last, second, Promise(error: Broken(number: 3))])
    }
    #expect(rejected.isPending)

    last.reject(Broken(number: 1))

    let errors = (rejected.failure as? AggregateError)?.errors.map { $0 as? Broken }
    #expect(errors == [1, 2, 3].map { Broken(number: $0) })
  }

  @Test(arguments: everyWay)
  func `11.4.3 A fulfilled any detaches from the other promises`(way: Way) {
    expectDetachment { others in way.resolve(1) { _ = any(others + [$0]) } }
    expectDetachment { others in way.resolve(1) { _ = any([$0] + others) } }
  }

  @Test func `11.4.4 any of no promises is rejected with EmptyInputError`() {
    #expect(any([Promise<Int>]()).failure is EmptyInputError)
  }

  @Test func `11.4.5 Discarding any detaches it from every promise`() {
    expectDetachment { any($0).discard() }
  }

  @Test func `11.4.6 any treats a discarded promise as rejected with DiscardedError`() {
    #expect(any(discarded, Promise(value: 1)).got == 1)
    let errors = (any(discarded, discarded).failure as? AggregateError)?.errors
    #expect(errors?.map { $0 is DiscardedError } == [true, true])
  }
}

/// Returns promises of work that can be discarded.
private func blocks(_ count: Int) -> [Promise<Int>] {
  (0..<count).map { _ in Promise(discard: {}) }
}

/// A promise that was discarded.
private var discarded: Promise<Int> { Promise(error: DiscardedError()) }

/// Expects that of the promises that are passed to `end`, it discards those without another
/// consumer, where possible.
private func expectDetachment(
  at location: SourceLocation = #_sourceLocation,
  by end: (_ promises: [Promise<Int>]) -> Void
) {
  let root = Promise<Int>()
  let watched = root.map { $0 }
  let sibling = watched.map { $0 }
  let promises = [root.map { $0 }, Promise(discard: {}), root, watched]

  end(promises)

  #expect(promises.map { $0.isDiscarded } == [true, true, false, false], sourceLocation: location)
  #expect(promises.map { $0.isPending } == [false, false, true, true], sourceLocation: location)
  root.resolve(7)
  #expect(sibling.got == 7, sourceLocation: location)
}
