import Pledge
import PledgeTestSupport
import Testing

struct ProducingTests {
  @Test func `a body on a context runs once`() {
    let calls = Log<Void>()
    let promise = Promise(on: TwiceContext()) { calls.add() }

    #expect(promise.isFulfilled)
    #expect(calls.count == 1)
  }

  @Test func `a body on a context that runs it on many threads runs once`() {
    let calls = Log<Void>()
    for _ in 0..<100 { #expect(!Promise(on: CrowdContext()) { calls.add() }.isPending) }

    #expect(calls.count == 100)
  }
}
