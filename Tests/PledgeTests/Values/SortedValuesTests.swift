import Pledge
import PledgeTestSupport
import Testing

struct SortedValuesTests {
  @Test func `keeps the order of equal elements`() {
    let words = Promise(value: ["b", "a", "", "c"]).sortedValues { $0.count < $1.count }

    #expect(words.got == ["", "b", "a", "c"])
  }

  @Test func `an empty sequence produces an empty array`() {
    #expect(Promise(value: [Int]()).sortedValues().got == [])
    #expect(Promise(value: [Int]()).sortedValues(by: >).got == [])
  }

  @Test func `passes on a rejection`() {
    #expect(Promise<[Int]>(error: Broken()).sortedValues().broken == Broken())
  }
}
