import Pledge
import PledgeTestSupport
import Testing

struct LastValueTests {
  @Test func `is the last element`() {
    let source = Promise<[Int]>()
    let promise = source.lastValue()
    #expect(promise.isPending)

    source.resolve([3, 4])

    #expect(promise.got == 4)
  }

  @Test func `accepts any bidirectional collection`() {
    #expect(Promise(value: 3...5).lastValue().got == 5)
    #expect(Promise(value: "abc").lastValue().got == "c")
  }

  @Test func `is rejected for an empty sequence`() {
    #expect(Promise(value: [Int]()).lastValue().failure is NoSuchElementError)
  }

  @Test func `passes on a rejection`() {
    #expect(Promise<[Int]>(error: Broken()).lastValue().broken == Broken())
  }
}
