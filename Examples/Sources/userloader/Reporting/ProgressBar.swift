import Foundation
import Pledge

/// Shows the progress of loading: a bar on a terminal, and a few lines elsewhere.
@MainActor final class ProgressBar {
  private let total: Int
  private let isTerminal: Bool
  private let write: (String) -> Void
  private var shownTenths = 0

  init(total: Int, isTerminal: Bool, write: @escaping (String) -> Void) {
    self.total = total
    self.isTerminal = isTerminal
    self.write = write
  }

  /// Creates a bar on standard error, because the summary uses standard output.
  convenience init(total: Int) {
    let isDumb = ProcessInfo.processInfo.environment["TERM"] ?? "dumb" == "dumb"
    self.init(total: total, isTerminal: isatty(STDERR_FILENO) == 1 && !isDumb) { text in
      FileHandle.standardError.write(Data(text.utf8))
    }
  }

  /// Shows `report`: always on a terminal, elsewhere whenever another tenth is done.
  func show(_ report: ProgressReport) {
    let done = Int((report.fraction * Double(total)).rounded())
    let text = "\(done) of \(total)\(report.message.map { ", \($0)" } ?? "")"
    if isTerminal { return write("\(clearLine)\(bar(report.fraction)) \(text)") }
    guard 10 * done / total > shownTenths else { return }
    shownTenths = 10 * done / total
    write("\(text)\n")
  }

  /// Writes `line`, above the bar if there is one.
  func note(_ line: String) {
    write(isTerminal ? "\(clearLine)\(line)\n" : "\(line)\n")
  }

  /// Removes the bar.
  func clear() {
    if isTerminal { write(clearLine) }
  }

  private func bar(_ fraction: Double) -> String {
    let filled = Int(32 * fraction)
    return String(repeating: "█", count: filled) + String(repeating: "░", count: 32 - filled)
  }
}

private let clearLine = "\r\u{1B}[2K"
