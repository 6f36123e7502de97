import Pledge
import PledgeTestSupport
import Testing

struct FlatMapValuesTests {
  @Test func `an empty sequence produces an empty array`() {
    #expect(Promise(value: [Int]()).flatMapValues { [$0] }.got == [])
    #expect(Promise(value: 1...3).flatMapValues { _ in [Int]() }.got == [])
  }

  @Test func `accepts a key path`() {
    #expect(Promise(value: ["ab", "c"]).flatMapValues(\.utf8).got == Array("abc".utf8))
  }
}
