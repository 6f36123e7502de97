import Pledge
import PledgeTestSupport
import Testing

struct CompactMapValuesTests {
  @Test func `an empty sequence produces an empty array`() {
    #expect(Promise(value: ["x"]).compactMapValues { Int($0) }.got == [])
    #expect(Promise(value: [String]()).compactMapValues { Int($0) }.got == [])
  }

  @Test func `accepts a key path`() {
    #expect(Promise(value: [[1, 2], []]).compactMapValues(\.first).got == [1])
  }
}
