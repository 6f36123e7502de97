import Pledge
import PledgeTestSupport
import Testing

struct MapValuesTests {
  @Test func `an empty sequence produces an empty array`() {
    #expect(Promise(value: [Int]()).mapValues { "\($0)" }.got == [])
  }

  @Test func `accepts a key path, and any sequence`() {
    #expect(Promise(value: ["a": 1]).mapValues(\.value).got == [1])
    #expect(Promise(value: Set(["abc"])).mapValues(\.count).got == [3])
  }
}
