import Foundation

/// Shows how far the loading is: a bar on a terminal, now and then a line elsewhere.
@MainActor final class Progress {
  private let total: Int
  private let isTerminal: Bool
  private let write: (String) -> Void
  private var shownTenths = 0

  init(total: Int, isTerminal: Bool, write: @escaping (String) -> Void) {
    self.total = total
    self.isTerminal = isTerminal
    self.write = write
  }

  /// The progress on standard error, which leaves standard output to the summary.
  convenience init(total: Int) {
    let isDumb = ProcessInfo.processInfo.environment["TERM"] ?? "dumb" == "dumb"
    self.init(total: total, isTerminal: isatty(STDERR_FILENO) == 1 && !isDumb) { text in
      FileHandle.standardError.write(Data(text.utf8))
    }
  }

  /// Shows the state of `tally`.
  func show(_ tally: Tally) {
    isTerminal ? redraw(tally) : tell(tally)
  }

  /// Writes `line`, above the bar if there is one.
  func note(_ line: String) {
    write(isTerminal ? "\(clearLine)\(line)\n" : "\(line)\n")
  }

  /// Takes the bar away.
  func finish() {
    if isTerminal { write(clearLine) }
  }

  private func redraw(_ tally: Tally) {
    let width = 32
    let filled = width * tally.settled / total
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    write("\(clearLine)\(bar) \(counts(tally))")
  }

  /// Writes a line whenever another tenth is done.
  private func tell(_ tally: Tally) {
    let tenths = 10 * tally.settled / total
    guard tenths > shownTenths else { return }
    shownTenths = tenths
    write("\(counts(tally))\n")
  }

  private func counts(_ tally: Tally) -> String {
    let failures = tally.failures == 0 ? "" : ", \(tally.failures) failed"
    return "\(tally.settled) of \(total)\(failures)"
  }
}

private let clearLine = "\r\u{1B}[2K"
