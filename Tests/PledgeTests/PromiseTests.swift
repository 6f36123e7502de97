import Pledge
import PledgeTestSupport
import Testing

struct PromiseTests {
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
