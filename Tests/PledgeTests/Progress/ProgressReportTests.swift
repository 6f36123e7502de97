import Pledge
import Testing

struct ProgressReportTests {
  @Test(arguments: [
    (0.25, 0.25), (-1, 0), (2, 1), (.infinity, 1), (-Double.infinity, 0), (.nan, 0),
  ])
  func `a fraction is from 0 to 1`(given: Double, expected: Double) {
    #expect(ProgressReport(fraction: given).fraction == expected)
  }

  @Test func `the message is optional`() {
    #expect(ProgressReport(fraction: 0).message == nil)
    #expect(ProgressReport(fraction: 0, message: "sending").message == "sending")
  }
}
