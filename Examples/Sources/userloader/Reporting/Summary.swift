import Foundation

/// The text that the program prints at its end.
struct Summary {
  let tally: Tally
  let total: Int
  let wasInterrupted: Bool
  let time: Duration
  let database: String
  /// The number of users that this run has saved; the database may hold those of earlier runs, too.
  let saved: Int
}

extension Summary: CustomStringConvertible {
  var description: String {
    let heading = wasInterrupted ? [Self.interruption] : []
    return (heading + counts + [row("time", Self.seconds(time)), row("database", contents)])
      .joined(separator: "\n")
  }

  private static var interruption: String {
    "Interrupted: current requests are discarded, saved users are kept."
  }

  private var counts: [String] {
    let unsettled = total - tally.settled
    return [row("loaded", "\(tally.loaded)"), row("retried", "\(tally.retries)")]
      + [row("failed", "\(tally.failures)")] + reasons
      + (unsettled > 0 ? [row("not loaded", "\(unsettled)")] : [])
  }

  /// One line for each reason, the most frequent first.
  private var reasons: [String] {
    tally.failed
      .sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
      .map { row("", "\($1.count) × \($0): \(Self.abridged($1.sorted()))") }
  }

  private var contents: String {
    "\(saved == 1 ? "1 user" : "\(saved) users") saved in \(database)"
  }

  private func row(_ name: String, _ value: String) -> String {
    name.padding(toLength: 12, withPad: " ", startingAt: 0) + value
  }

  private static func abridged(_ ids: [Int]) -> String {
    let shown = ids.prefix(8).map { "\($0)" }.joined(separator: ", ")
    return ids.count > 8 ? "\(shown), …" : shown
  }

  private static func seconds(_ time: Duration) -> String {
    String(format: "%.1f s", time / .seconds(1))
  }
}

extension Summary {
  /// 0 if all were loaded, 1 if some failed, and the shells' usual code after Ctrl-C.
  var exitCode: Int32 {
    wasInterrupted ? 130 : tally.loaded == total ? 0 : 1
  }
}
