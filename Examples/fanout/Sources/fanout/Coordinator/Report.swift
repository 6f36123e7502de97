import Pledge

/// The report of a run.
struct Report: Sendable {
  let items: Range<Int>
  let outcomes: [Outcome]
  let tally: Tally
  /// The workers that were killed, and the number of items that were answered by then.
  var killed: [(worker: Int, after: Int)] = []
  let time: Duration
  /// The number of answers that the ledger contained at the start.
  var resumed = 0
  var wasInterrupted = false
  /// Whether SIGTERM has ended the run early.
  var wasStopped = false

  var audit: Audit { Audit(items: items, outcomes: outcomes) }

  /// 0 if every item was answered exactly once, 130 after Ctrl-C, 143 after SIGTERM, else 1.
  var exitCode: Int32 {
    if wasInterrupted { return 130 }
    return audit.isFlawless ? 0 : wasStopped ? 143 : 1
  }
}

extension Report: CustomStringConvertible {
  var description: String {
    let lines = [("answered", result)] + faults + figures + failures + workers
    return lines.map { name, text in
      name + String(repeating: " ", count: max(12 - name.count, 0)) + text
    }
    .joined(separator: "\n")
  }

  private var result: String {
    if wasInterrupted { return "unknown: interrupted, and current calls were discarded" }
    let answered = "\(audit.answered) of \(items.count)"
    if exitCode == 143 { return answered + "; no further item was started after SIGTERM" }
    return audit.isFlawless ? answered + ", each exactly once" : answered
  }

  private var faults: [(String, String)] {
    guard exitCode == 1 else { return [] }
    let audit = audit
    return [
      ("failed", audit.failed), ("missing", audit.missing), ("twice", audit.repeated),
      ("wrong", audit.wrong),
    ]
    .filter { !$0.1.isEmpty }.map { ($0, abridged($1)) }
  }

  private var figures: [(String, String)] {
    (resumed > 0 ? [("resumed", "\(resumed) answers were in the ledger")] : []) + [
      ("calls", "\(tally.calls), of which \(tally.discarded) were discarded"),
      ("retried", "\(tally.retried.count) items"),
      ("hedged", "\(tally.hedged.count) items"),
      ("time", time.inSeconds),
    ]
  }

  /// The most frequent reasons of failed calls.
  private var failures: [(String, String)] {
    tally.reasons.prefix(3).map { ("failures", "\($0.count) of \($0.reason)") }
  }

  /// The answers of each worker, and its end.
  private var workers: [(String, String)] {
    let answers = outcomes.compactMap { try? $0.result.get().worker }
    let counts = Dictionary(answers.map { ($0, 1) }, uniquingKeysWith: +).sorted { $0.key < $1.key }
    return counts.map { ("worker \($0)", "\($1) answers") }
      + killed.map { ("killed", "worker \($0.worker) after \($0.after) items") }
  }

  private func abridged(_ items: [Int]) -> String {
    let shown = items.prefix(8).map { "\($0)" }.joined(separator: ", ")
    return "\(items.count): \(shown)\(items.count > 8 ? ", …" : "")"
  }
}

extension Duration {
  /// The duration in seconds, such as `1.3 s`.
  var inSeconds: String {
    let tenths = Int((self / .milliseconds(100)).rounded())
    return "\(tenths / 10).\(tenths % 10) s"
  }
}
