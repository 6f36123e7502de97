import Pledge
import Testing

struct ProgressReportTests {
  @Test func `the message is optional`() {
    #expect(ProgressReport(fraction: 0).message == nil)
    #expect(ProgressReport(fraction: 0, message: "sending").message == "sending")
  }
}
