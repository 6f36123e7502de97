import Pledge
import PledgeTrace

/// A user that is done with, and the number by which its promise is recorded.
struct RecordedUser: Sendable {
  let id: Int
  let promise: PromiseID
  /// Why it was given up; `nil` if it was not.
  let failure: String?
}

/// Says what the promises of the failed and of the slowest users did, and what is pending, in at most
/// forty lines.
struct Explanation {
  let trace: Trace
  let users: [RecordedUser]
  /// The trace at Ctrl-C, before what was pending was discarded; `nil` if there was none.
  let interruption: Trace?

  /// The lines; each section has so many at most.
  var lines: [String] {
    section("Failed:", failed, upTo: 18)
      + section("Slowest of those that were loaded:", Array(slowest.prefix(3)), upTo: 13)
      + pending(upTo: 9)
  }

  private var failed: [RecordedUser] {
    users.filter { $0.failure != nil }.sorted { $0.id < $1.id }
  }

  private var slowest: [RecordedUser] {
    users.filter { $0.failure == nil }.sorted { time($0) > time($1) }
  }

  // MARK: Users

  /// What is said of each user, as long as there is room for all that there is to say of one.
  private func section(_ title: String, _ users: [RecordedUser], upTo limit: Int) -> [String] {
    if users.isEmpty { return [] }
    var lines = [title]
    for (index, user) in users.enumerated() {
      let paragraph = paragraph(user)
      // The last line says how many there is no room for.
      let isLast = index == users.count - 1
      guard lines.count + paragraph.count < limit + (isLast ? 1 : 0) else {
        let count = users.count - index
        return lines + ["  … and \(count) more \(count == 1 ? "user" : "users")"]
      }
      lines += paragraph
    }
    return lines
  }

  /// A heading, and the stages of the chain, each attempt below the stage that made it.
  private func paragraph(_ user: RecordedUser) -> [String] {
    let milliseconds = time(user) / 1_000_000
    let heading = "  user \(user.id): \(user.failure ?? "loaded"), after \(milliseconds) ms"
    guard trace[user.promise] != nil else {
      return ["\(heading); there was no room to keep its promises"]
    }
    let attempts = attempts(user).map { "      \(line($0))" }
    let stages = stages(user).map { "    \(line($0))" }
    return [heading] + stages.prefix(1) + shortened(attempts) + stages.dropFirst()
  }

  /// The promise that makes the attempts, and what follows it, if that is what failed; all that comes
  /// after only passes the error on.
  private func stages(_ user: RecordedUser) -> [Trace.Entry] {
    var upwards = trace[user.promise].map { [$0] } ?? []
    while let above = upwards.last?.parent.flatMap({ trace[$0] }) { upwards.append(above) }
    let stages = Array(upwards.reversed())
    let last = stages.firstIndex { $0.state == .rejected } ?? 0
    return Array(stages.prefix(last + 1))
  }

  /// The stages of the requests that limit their time: one for each attempt.
  private func attempts(_ user: RecordedUser) -> [Trace.Entry] {
    var rest = [user.promise]
    var seen = Set(rest)
    var attempts: [Trace.Entry] = []
    while let entry = rest.popLast().flatMap({ trace[$0] }) {
      if entry.operator == "timeout" { attempts.append(entry) }
      let above = entry.waits + (entry.parent.map { [$0] } ?? [])
      rest += above.filter { seen.insert($0).inserted && trace[$0] != nil }
    }
    return attempts.sorted { $0.id < $1.id }
  }

  /// How long it took, in nanoseconds.
  private func time(_ user: RecordedUser) -> UInt64 {
    let entry = trace[user.promise]
    let start = entry.flatMap { trace[$0.chain] ?? $0 }?.start ?? 0
    return max(entry?.end ?? start, start) - start
  }

  /// What the trace says of one promise.
  private func line(_ entry: Trace.Entry) -> String {
    let text = trace.text(of: entry.id) ?? "\(entry.id)"
    return abridged(text.split(separator: "\n").first.map(String.init) ?? text)
  }

  // MARK: What is pending

  private func pending(upTo limit: Int) -> [String] {
    guard let interruption else { return [] }
    let lines = interruption.pending.split(separator: "\n").map { "  \(abridged(String($0)))" }
    let title = "Pending at Ctrl-C:"
    guard lines.count > limit - 1 else { return [title] + lines }
    let shown = lines.prefix(limit - 2)
    return [title] + shown + ["  … and \(lines.count - shown.count) more lines"]
  }
}

/// The first and the last of many lines.
private func shortened(_ lines: [String]) -> [String] {
  guard lines.count > 5 else { return lines }
  return lines.prefix(2) + ["      … \(lines.count - 4) more …"] + lines.suffix(2)
}

/// A line that is not much longer than a terminal is wide.
private func abridged(_ line: String) -> String {
  line.count > 100 ? "\(line.prefix(99))…" : line
}
