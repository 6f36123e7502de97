import Pledge
import Testing

struct UncheckedSendableTests {
  @Test func `its value may be replaced`() {
    var carried = UncheckedSendable(1)

    carried.value = 2

    #expect(carried.value == 2)
  }
}
