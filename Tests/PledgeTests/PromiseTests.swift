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
