import Foundation

/// Prints a line and flushes it, so that it is visible even after a crash.
func say(_ line: String) {
  print(line)
  fflush(nil)
}

/// A printed report of a run.
struct Report {
  let ledger: Ledger

  func show() {
    let done = ledger.done
    say("operations: " + list(Kind.allCases.map { ($0.rawValue, done[$0] ?? 0) }))
    let ends = ledger.ends
    say("outcomes: " + list(OutcomeKind.allCases.map { ($0.rawValue, ends[$0] ?? 0) }))
  }

  private func list(_ counts: [(name: String, count: Int)]) -> String {
    counts.map { "\($0.name) \($0.count.grouped)" }.joined(separator: ", ")
  }

  /// Prints the allocated and resident memory.
  static func showMemory(_ samples: [Trend.Sample], _ resident: [Int]) {
    if let start = resident.first, let end = resident.last, let peak = Memory.peak {
      say("resident: \(kib(start)) at the start, \(kib(end)) at the end, \(kib(peak)) at most")
    }
    let trend = Trend(of: samples)
    guard let start = trend.samples.first, let end = trend.samples.last,
      let growth = trend.growth
    else {
      return say("allocated while idle: too few samples to judge")
    }
    let share = Double(growth.amount) / Double(growth.work)
    say(
      "allocated while idle: \(kib(start.amount)) after the warm-up, \(kib(end.amount)) at the end;"
        + " the least of the second half is \(kib(growth.amount)) above that of the first"
        + " (limit \(kib(Run.allowedGrowth))), \(share.formatted(.number.precision(.fractionLength(2))))"
        + " bytes an operation, in \(trend.samples.count) samples"
    )
  }

  private static func kib(_ bytes: Int) -> String { "\((bytes / 1_024).grouped) KiB" }
}
