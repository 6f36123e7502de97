import Pledge
import Testing

@testable import userloader

@Suite @MainActor struct ProgressBarTests {
  /// Returns the output while eight users are loaded and the last one fails.
  private func written(isTerminal: Bool) -> String {
    var text = ""
    let bar = ProgressBar(total: 8, isTerminal: isTerminal) { text += $0 }
    for count in 1...8 {
      let message = count < 8 ? nil : "1 failed"
      bar.show(ProgressReport(fraction: Double(count) / 8, message: message))
    }
    bar.clear()
    return text
  }

  @Test func `on a terminal, the bar is redrawn in place and removed at the end`() {
    let text = written(isTerminal: true)
    let bars = text.split(separator: "\r\u{1B}[2K")

    #expect(bars.count == 8)
    #expect(bars[3] == "████████████████░░░░░░░░░░░░░░░░ 4 of 8")
    #expect(bars[7] == "████████████████████████████████ 8 of 8, 1 failed")
    #expect(text.hasSuffix("\r\u{1B}[2K"))
  }

  @Test func `elsewhere, each tenth of the work writes a line`() {
    let lines = (1...7).map { "\($0) of 8\n" } + ["8 of 8, 1 failed\n"]

    #expect(written(isTerminal: false) == lines.joined())
  }

  @Test func `elsewhere, at most ten lines are written`() {
    var lines = 0
    let bar = ProgressBar(total: 200, isTerminal: false) { _ in lines += 1 }

    for count in 1...200 { bar.show(ProgressReport(fraction: Double(count) / 200)) }

    #expect(lines == 10)
  }
}
