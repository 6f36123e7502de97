import Pledge
import PledgeTestSupport
import Testing

struct PromiseTests {
  @Test func `settled from many threads, it has the outcome of one`() {
    for _ in 0..<100 {
      let outcomes = Log<Int?>()
      let promise = Promise<Int>()
      promise.observe { outcomes.add(try? $0.get()) }

      concurrently(8) { index in
        switch index % 3 {
        case 0: promise.resolve(index)
        case 1: promise.reject(Broken())
        default: promise.discard()
        }
      }

      #expect(outcomes.entries == [promise.got])
    }
  }

  @Test func `settles with a result that has a specific error type`() {
    let failure = Result<Int, Broken>.failure(Broken(number: 3))
    let (later, given) = (Promise<Int>(), Promise<Int>.pending())

    later.settle(with: failure)

    #expect(given.resolver.settle(with: failure))
    #expect(!given.resolver.settle(with: Result<Int, Broken>.success(1)))
    #expect([Promise(result: failure), later, given.promise].allSatisfy { $0.failure is Broken })
    #expect(Promise(result: Result<Int, Broken>.success(1)).got == 1)
  }

  @Test func `dropped while pending, it releases its discard block without running it`() {
    let cage = Cage()
    let stopped = Log<Void>()
    do {
      let closure = cage.closure()
      _ = Promise<Int>(discard: {
        closure()
        stopped.add()
      })
    }

    #expect(stopped.count == 0)
    #expect(cage.living == 0)
  }
}
