import Pledge
import PledgeTestSupport
import Testing

struct ChainTests {
  @Test func `settled already, it does not become a consumer`() {
    let other = Promise<Int>(discard: {})
    let promise = Promise(value: 1)

    promise.chain(after: other)
    other.map { $0 }.discard()

    #expect(promise.got == 1)
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
