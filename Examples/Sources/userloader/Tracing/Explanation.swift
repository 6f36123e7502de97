import Pledge
import PledgeTrace

/// A user that has finished, and the number of its recorded promise.
struct RecordedUser: Sendable {
  let id: Int
  let promise: PromiseID
  /// The reason why it failed, or `nil` if it was loaded.
  let failure: String?
}

/// Describes the promises of the failed and of the slowest users, and the pending ones, in at most
/// forty lines.
struct Explanation {
  let trace: Trace
  let users: [RecordedUser]
  /// The trace at Ctrl-C, before the pending promises were discarded, or `nil` without an
  /// interruption.
  let interruption: Trace?

  /// The lines.
  ///
  /// Each section has a maximum length.
  var lines: [String] {
    section("Failed:", failed, upTo: 18)
      + section("Slowest loaded users:", Array(slowest.prefix(3)), upTo: 13)
      + pending(upTo: 9)
  }

  private var failed: [RecordedUser] {
    users.filter { $0.failure != nil }.sorted { $0.id < $1.id }
  }

  private var slowest: [RecordedUser] {
    users.filter { $0.failure == nil }.sorted { time($0) > time($1) }
  }

  // MARK: Users

  /// Returns the descriptions of as many users as fit completely.
  private func section(_ title: String, _ users: [RecordedUser], upTo limit: Int) -> [String] {
    if users.isEmpty { return [] }
    var lines = [title]
    for (index, user) in users.enumerated() {
      let paragraph = paragraph(user)
      // The last line gives the number of omitted users.
      let isLast = index == users.count - 1
      guard lines.count + paragraph.count < limit + (isLast ? 1 : 0) else {
        let count = users.count - index
        return lines + ["  … and \(count) more \(count == 1 ? "user" : "users")"]
      }
      lines += paragraph
    }
    return lines
  }

  /// Returns a heading and the stages of the chain, with each attempt below the stage that made it.
  private func paragraph(_ user: RecordedUser) -> [String] {
    let milliseconds = time(user) / 1_000_000
    let heading = "  user \(user.id): \(user.failure ?? "loaded"), after \(milliseconds) ms"
    guard trace[user.promise] != nil else {
      return ["\(heading); its promises were not kept, for lack of space"]
    }
    let attempts = attempts(user).map { "      \(line($0))" }
    let stages = stages(user).map { "    \(line($0))" }
    return [heading] + stages.prefix(1) + shortened(attempts) + stages.dropFirst()
  }

  /// Returns the promise that makes the attempts, and the stages after it up to the failed one.
  ///
  /// All later stages only pass the error on.
  private func stages(_ user: RecordedUser) -> [Trace.Entry] {
    var path = trace[user.promise].map { [$0] } ?? []
    while let parent = path.last?.parent.flatMap({ trace[$0] }) { path.append(parent) }
    let stages = Array(path.reversed())
    let last = stages.firstIndex { $0.state == .rejected } ?? 0
    return Array(stages.prefix(last + 1))
  }

  /// Returns the request stages that limit the time, one for each attempt.
  private func attempts(_ user: RecordedUser) -> [Trace.Entry] {
    var remaining = [user.promise]
    var seen = Set(remaining)
    var attempts: [Trace.Entry] = []
    while let entry = remaining.popLast().flatMap({ trace[$0] }) {
      if entry.operator == "timeout" { attempts.append(entry) }
      let sources = entry.waits + (entry.parent.map { [$0] } ?? [])
      remaining += sources.filter { seen.insert($0).inserted && trace[$0] != nil }
    }
    return attempts.sorted { $0.id < $1.id }
  }

  /// Returns the duration in nanoseconds.
  private func time(_ user: RecordedUser) -> UInt64 {
    let entry = trace[user.promise]
    let start = entry.flatMap { trace[$0.chain] ?? $0 }?.start ?? 0
    return max(entry?.end ?? start, start) - start
  }

  /// Returns the line of the trace for one promise.
  private func line(_ entry: Trace.Entry) -> String {
    let text = trace.text(of: entry.id) ?? "\(entry.id)"
    return abridged(text.split(separator: "\n").first.map(String.init) ?? text)
  }

  // MARK: Pending promises

  private func pending(upTo limit: Int) -> [String] {
    guard let interruption else { return [] }
    let lines = interruption.pending.split(separator: "\n").map { "  \(abridged(String($0)))" }
    let title = "Pending at Ctrl-C:"
    guard lines.count > limit - 1 else { return [title] + lines }
    let shown = lines.prefix(limit - 2)
    return [title] + shown + ["  … and \(lines.count - shown.count) more lines"]
  }
}

/// Returns the first and the last of many lines.
private func shortened(_ lines: [String]) -> [String] {
  guard lines.count > 5 else { return lines }
  return lines.prefix(2) + ["      … \(lines.count - 4) more …"] + lines.suffix(2)
}

/// Returns a line shortened to about the width of a terminal.
private func abridged(_ line: String) -> String {
  line.count > 100 ? "\(line.prefix(99))…" : line
}
