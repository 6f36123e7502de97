import Testing

@testable import userloader

@Suite @MainActor struct ProgressTests {
  /// Returns what is written while eight users are loaded.
  private func written(isTerminal: Bool, _ act: (Progress, Tally) -> Void) -> String {
    var text = ""
    let progress = Progress(total: 8, isTerminal: isTerminal) { text += $0 }
    var tally = Tally()
    for id in 1...8 {
      tally.settled(.loaded(User(id: id, name: "", email: "")))
      act(progress, tally)
    }
    return text
  }

  @Test func `a terminal gets a bar that is drawn over itself`() {
    let bars = written(isTerminal: true) { $0.show($1) }.split(separator: "\r\u{1B}[2K")

    #expect(bars.count == 8)
    #expect(bars[3] == "████████████████░░░░░░░░░░░░░░░░ 4 of 8")
  }

  @Test func `everything else gets a line now and then`() {
    let text = written(isTerminal: false) { $0.show($1) }

    #expect(text == (1...8).map { "\($0) of 8\n" }.joined())
  }

  @Test func `the bar is gone at the end`() {
    #expect(written(isTerminal: true) { progress, _ in progress.finish() }.hasSuffix("\r\u{1B}[2K"))
    #expect(written(isTerminal: false) { progress, _ in progress.finish() }.isEmpty)
  }
}
