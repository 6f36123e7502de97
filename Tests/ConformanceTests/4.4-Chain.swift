import Pledge
import PledgeTestSupport
import Testing

@Suite("4.4 `chain(after:)`")
struct Chain {
  private func chained<Value>(after source: Promise<Value>) -> Promise<Value> {
    let promise = Promise<Value>()
    promise.chain(after: source)
    return promise
  }

  @Test func `4.4.1 A promise chained after another is fulfilled with its value`() {
    let thing = Thing()

    expectStage(of: thing, gives: thing) { chained(after: $0) }
  }

  @Test func `4.4.2 A promise chained after another is rejected with its reason`() {
    expectStage(ofRejected: Broken(), throws: Broken()) { chained(after: $0) }
  }

  @Test(arguments: everyWay) func `4.4.3 Chaining a settled promise has no effect`(way: Way) {
    let fulfilled = Promise(value: 1)
    let rejected = Promise<Int>(error: Broken())

    way.resolve(2) { promise in
      fulfilled.chain(after: promise)
      rejected.chain(after: promise)
    }

    #expect(fulfilled.got == 1)
    #expect(rejected.failure is Broken)
  }

  @Test
  func `4.4.4 A promise chained after several promises takes the outcome of the first to settle`() {
    let sources = (0..<3).map { _ in Promise<Int>() }
    let chained = Promise<Int>()
    for source in sources { chained.chain(after: source) }

    sources[1].resolve(1)
    sources[0].ignored().reject(Broken())
    sources[2].resolve(2)

    #expect(chained.got == 1)
  }

  @Test(arguments: ManualSettlement.allCases)
  func `4.4.5 A chained promise can still be settled explicitly`(manual: ManualSettlement) {
    let root = Promise<Int>()
    let source = root.map { $0 }
    let watched = root.map { $0 }
    let sibling = watched.map { $0 }
    let chained = Promise<Int>()
    let other = Promise<Int>()
    chained.chain(after: source)
    other.chain(after: watched)

    manual.settle(chained)
    manual.settle(other)

    #expect(manual.hasSettled(chained))
    #expect(manual.hasSettled(other))
    #expect(source.isDiscarded)
    #expect(watched.isPending)
    #expect(root.isPending)
    root.resolve(1)
    #expect(sibling.got == 1)
    #expect(manual.hasSettled(chained))
  }

  @Test func `4.4.6 Chaining never links: other consumers of either promise see no difference`() {
    let source = Promise<Int>()
    let chained = Promise<Int>()
    let ofSource = source.map { $0 }
    let ofChained = chained.map { $0 }
    chained.chain(after: source)
    let lateOfSource = source.map { $0 }
    let lateOfChained = chained.map { $0 }

    chained.resolve(99)

    #expect(source.isPending)
    #expect(ofSource.isPending)
    #expect(lateOfSource.isPending)
    source.resolve(1)
    #expect(ofSource.got == 1)
    #expect(lateOfSource.got == 1)
    #expect(ofChained.got == 99)
    #expect(lateOfChained.got == 99)
  }
}

@Suite("4.5 Cycles")
struct Cycles {
  @Test func `4.5.1 A promise chained after itself is rejected with CycleError`() {
    let promise = Promise<Int>(file: "A", line: 1)

    promise.chain(after: promise)

    #expect((promise.failure as? CycleError)?.locations.map(\.description) == ["A:1"])
  }

  @Test(arguments: [2, 3, 50])
  func `4.5.2 A chain that closes a cycle is rejected with CycleError`(length: Int) {
    let promises = (0..<length).map { _ in Promise<Int>() }
    for (promise, next) in zip(promises, promises.dropFirst()) { promise.chain(after: next) }
    #expect(promises.allSatisfy { $0.isPending })

    promises[length - 1].chain(after: promises[0])

    #expect(promises.allSatisfy { $0.failure is CycleError })
  }

  @Test func `4.5.3 A stage whose handler returns that stage is rejected with CycleError`() {
    let own = Locked<Promise<Int>?>(nil)
    let source = Promise<Int>(file: "A", line: 1)
    let stage = source.flatMap { value in own.value ?? Promise(value: value) }
    own.value = stage

    source.resolve(1)

    #expect((stage.failure as? CycleError)?.locations.map(\.description) == ["A:1"])
    own.value = nil
  }

  @Test func `4.5.4 A stage that closes a longer cycle is rejected with CycleError`() {
    let last = Locked<Future<Int>?>(nil)
    let gates = (0..<2).map { _ in Promise<Int>() }
    let first = gates[0].flatMap { value in last.value ?? Promise(value: value) }
    let second = gates[1].flatMap { _ in first }
    last.value = second
    let derived = Locked<Future<Int>?>(nil)
    let gate = Promise<Int>()
    let stage = gate.flatMap { value in derived.value ?? Promise(value: value) }
    derived.value = stage.map { $0 }
    let chained = Promise<Int>()
    chained.chain(after: chained.map { $0 }.flatMap { Promise(value: $0) })

    gates[0].resolve(1)
    #expect(first.isPending)
    gates[1].resolve(1)
    gate.resolve(1)

    #expect(first.failure is CycleError)
    #expect(second.failure is CycleError)
    #expect(stage.failure is CycleError)
    #expect(chained.failure is CycleError)
    last.value = nil
    derived.value = nil
  }

  @Test func `4.5.5 A CycleError states where the promises of the cycle were created`() {
    let inner = Promise<Int>(file: "B", line: 2)
    let stage = Promise(value: 1, file: "A", line: 1).flatMap { _ in inner }
    let gate = Promise<Int>(file: "C", line: 3)
    let last = gate.flatMap { _ in stage }
    inner.chain(after: last.map { $0 })

    gate.resolve(1)

    let error = last.failure as? CycleError
    #expect(error?.locations.map(\.description) == ["C:3", "A:1", "B:2"])
    #expect(error == CycleError())
  }

  @Test(
    "4.5.6 If nothing but a chain waits for a promise, a cycle that the chain closes discards that promise",
    arguments: 0...3
  )
  func clause4_5_6(others: Int) {
    let chained = Promise<Int>()
    let works = (0..<others).map { _ in Promise<Int>() }
    for work in works { chained.chain(after: work) }
    let (alone, awaited) = (chained.map { $0 }, chained.map { $0 })
    awaited.ignoringErrors()
    let work = Promise<Int>()
    work.chain(after: awaited)

    chained.chain(after: any([alone, work]))

    #expect(chained.failure is CycleError)
    #expect(alone.failure is DiscardedError)
    #expect(awaited.failure is CycleError)
    #expect(work.failure is CycleError)
    withExtendedLifetime(works) {}
  }

  @Test(
    "4.5.7 While the handler of a stage runs, a chain of the stage closes no cycle",
    arguments: [false, true],
    [false, true]
  )
  func clause4_5_7(isDerived: Bool, isFulfilled: Bool) {
    let (head, work) = (Promise<Int>(), Promise<Int>())
    let (itself, below) = (Locked<Promise<Int>?>(nil), Locked<Promise<Int>?>(nil))
    let stage = head.flatMap { _ in
      if let itself = itself.value, let below = below.value { itself.chain(after: below) }
      return isDerived ? work.map { $0 } : work
    }
    let last = stage.map { $0 }
    itself.value = stage
    below.value = last
    head.resolve(1)

    #expect(stage.isPending)
    if isFulfilled { work.resolve(2) } else { work.reject(Broken(number: 3)) }
    #expect(stage.got == (isFulfilled ? 2 : nil))
    #expect(stage.isRejected == !isFulfilled)
    itself.value = nil
    below.value = nil
  }
}
