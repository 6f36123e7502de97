import Pledge
import PledgeTestSupport
import Testing

struct LastValueTests {
  @Test func `accepts any bidirectional collection`() {
    #expect(Promise(value: 3...5).lastValue().got == 5)
    #expect(Promise(value: "abc").lastValue().got == "c")
  }

  @Test func `passes on a rejection`() {
    #expect(Promise<[Int]>(error: Broken()).lastValue().broken == Broken())
  }
}
