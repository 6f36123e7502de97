import Pledge
import PledgeTestSupport
import Testing

struct FilterValuesTests {
  @Test func `an empty sequence produces an empty array`() {
    #expect(Promise(value: [Int]()).filterValues { _ in true }.got == [])
  }

  @Test func `accepts a key path`() {
    #expect(Promise(value: ["", "a"]).filterValues(\.isEmpty).got == [""])
  }
}
