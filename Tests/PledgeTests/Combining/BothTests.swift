import Pledge
import PledgeTestSupport
import Testing

struct BothTests {
  @Test func `has the source location of its first promise`() {
    let source = Promise<Int>()
    let promise = source &&& Promise<Int>(discard: {})
    let place = { (future: Future<(Int, Int)>) in future.debugDescription.split(separator: " ").last
    }

    #expect(place(promise) == source.debugDescription.split(separator: " ").last)
    promise.discard()
  }

  @Test func `a sequence of operators makes nested pairs`() {
    let promise = Promise(value: 1) &&& Promise(value: "two") &&& 3.0

    #expect(promise.got?.0.0 == 1)
    #expect(promise.got?.0.1 == "two")
    #expect(promise.got?.1 == 3)
  }
}
