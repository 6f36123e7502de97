import Pledge
import PledgeTestSupport
import Testing

struct ChainTests {
  @Test func `is fulfilled as the other promise`() {
    let (promise, other) = (Promise<Int>(), Promise<Int>())
    promise.chain(after: other)
    #expect(promise.isPending)

    other.resolve(1)

    #expect(promise.got == 1)
  }

  @Test func `is rejected as the other promise`() {
    let promise = Promise<Int>()

    promise.chain(after: Promise(error: Broken(number: 1)))

    #expect(promise.broken == Broken(number: 1))
  }

  @Test func `chained after several, settles as the first of them`() {
    let promise = Promise<Int>()
    let others = (0..<3).map { _ in Promise<Int>() }
    for other in others { promise.chain(after: other) }

    others[1].resolve(1)
    others[0].resolve(0)

    #expect(promise.got == 1)
  }

  @Test func `settled already, it does not become a consumer`() {
    let other = Promise<Int>(discard: {})
    let promise = Promise(value: 1)

    promise.chain(after: other)
    other.map { $0 }.discard()

    #expect(promise.got == 1)
    #expect(other.isDiscarded)
  }

  @Test func `settled manually, it does not affect the other promise`() {
    let (promise, other) = (Promise<Int>(), Promise<Int>())
    promise.chain(after: other)

    promise.resolve(1)
    other.resolve(2)

    #expect(promise.got == 1)
    #expect(other.got == 2)
  }

  @Test func `discarded, it discards work without other consumers`() {
    let promise = Promise<Int>()
    let other = Promise<Int>(discard: {})
    promise.chain(after: other)

    promise.discard()

    #expect(other.isDiscarded)
  }

  @Test func `a stage may be chained after another promise`() {
    let (source, other) = (Promise<Int>(), Promise<Int>())
    let stage = source.map { $0 }
    stage.chain(after: other)

    other.resolve(2)
    source.resolve(1)

    #expect(stage.got == 2)
    #expect(source.got == 1)
  }
}

// MARK: - Cycles

extension ChainTests {
  @Test func `chained after itself, it is rejected`() {
    let promise = Promise<Int>()

    promise.chain(after: promise)

    #expect(promise.failure is CycleError)
  }

  @Test func `chained after each other, both are rejected`() {
    let (first, second) = (Promise<Int>(), Promise<Int>())

    first.chain(after: second)
    second.chain(after: first)

    #expect(first.failure is CycleError)
    #expect(second.failure is CycleError)
  }

  @Test func `chained after its own stage, it is rejected`() {
    let promise = Promise<Int>()
    let stage = promise.map { $0 }.tap { _ in }

    promise.chain(after: stage)

    #expect(promise.failure is CycleError)
    #expect(stage.isRejected)
  }

  @Test func `many chained in a cycle are rejected`() {
    let ring = (0..<100).map { _ in Promise<Int>() }

    for index in ring.indices { ring[index].chain(after: ring[(index + 1) % 100]) }

    #expect(ring.count { $0.failure is CycleError } == 100)
  }

  @Test func `two threads that close a cycle leave nothing pending`() {
    for _ in 0..<200 {
      let pair = [Promise<Int>(), Promise<Int>()]

      concurrently(2) { pair[$0].chain(after: pair[1 - $0]) }

      #expect(pair.map(\.isRejected) == [true, true])
      pair[0].ignoringErrors()
      pair[1].ignoringErrors()
    }
  }

  @Test func `a cycle that settles by other means leaves nothing behind`() {
    let cage = Cage()
    do {
      let (first, second) = (Promise<Canary>(), Promise<Canary>())
      first.chain(after: second)
      second.resolve(cage.canary())
      second.chain(after: first)

      #expect(first.isFulfilled)
    }

    #expect(cage.living == 0)
  }
}
