import Pledge
import PledgeTestSupport
import Testing

struct NilOnErrorTests {
  @Test func `distinguishes a nil value from an error`() {
    #expect(Promise<Int?>(value: nil).nilOnError().got == .some(.some(.none)))
    #expect(Promise<Int?>(error: Broken()).nilOnError().got == .some(.none))
  }
}
