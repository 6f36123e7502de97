import Pledge

/// The report of a run.
struct Report: Sendable {
  let items: Range<Int>
  let outcomes: [Outcome]
  let ledger: Ledger
  let killed: [KillPlan.Kill]
  /// The state of each worker.
  let accounts: [Account]
  let time: Duration
  /// The number of times that each worker came back.
  var returns: [Int] = []
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

  /// Returns the items that needed another attempt or a second call.
  func items(with reason: Ledger.Reason) -> [Int] {
    var seen: Set<Int> = []
    return ledger.calls.filter { $0.reason == reason }.map(\.item)
      .filter { seen.insert($0).inserted }.sorted()
  }
}

extension Report: CustomStringConvertible {
  var description: String {
    ([result] + figures + workers + histories).joined(separator: "\n")
  }

  private var result: String {
    let audit = audit
    if wasInterrupted { return "Interrupted: current calls have been discarded." }
    let answered = "answered    \(audit.answered) of \(items.count)"
    if exitCode == 143 { return answered + "; no further item was started after SIGTERM" }
    if audit.isFlawless { return answered + ", each exactly once" }
    let faults = [
      ("failed", audit.failed), ("missing", audit.missing), ("twice", audit.repeated),
      ("wrong", audit.wrong),
    ]
    let list = faults.filter { !$0.1.isEmpty }.map { "\n\(column($0.0))\(abridged($0.1))" }
    return answered + list.joined() + reasons
  }

  /// The reasons why items have failed, the most frequent ones first.
  private var reasons: String {
    let failures = outcomes.compactMap(\.failure).map { ($0 as? RetryError)?.last ?? $0 }
    let counts = Dictionary(failures.map { ("\($0)", 1) }, uniquingKeysWith: +)
      .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let shown = counts.prefix(3).map { "\n\(column("because"))\($0.value): \($0.key)" }
    let rest = counts.count - shown.count
    return shown.joined() + (rest > 0 ? "\n\(column(""))and \(rest) other reasons" : "")
  }

  private var figures: [String] {
    let retried = items(with: .retry)
    let discarded = ledger.calls.filter { $0.fate == .discarded }.count
    let kills = killed.map { "worker \($0.worker) after \($0.after) items" }
    return (resumed > 0 ? ["resumed     \(resumed) answers were in the ledger"] : []) + [
      "retried     \(retried.count) items",
      "hedged      \(hedges)",
      "discarded   \(discarded) of \(ledger.calls.count) calls",
      "killed      \(kills.isEmpty ? "none" : kills.joined(separator: ", "))",
      "time        \(time.inSeconds)",
    ] + returned
  }

  private var returned: [String] {
    let workers = returns.enumerated().filter { $0.element > 0 }
    let list = workers.map { "worker \($0.offset) \($0.element) times" }
    return list.isEmpty ? [] : ["returned    \(list.joined(separator: ", "))"]
  }

  private var hedges: String {
    if accounts.count == 1 { return "none: there is only one worker" }
    let won = ledger.calls.filter { $0.reason == .hedge && $0.fate == .answered }.count
    return "\(items(with: .hedge).count) items; a later call won \(won)"
  }

  /// A line for each worker with its calls and its account.
  private var workers: [String] {
    accounts.enumerated().map { worker, account in
      let calls = ledger.calls.filter { $0.worker == worker }
      let retries = calls.filter { $0.reason == .retry }.count
      let hedges = calls.filter { $0.reason == .hedge }.count
      let head = "worker \(worker)    \(calls.count) calls"
      return "\(head), \(retries) of them retries, \(hedges) hedges; \(account)"
    }
  }

  /// The histories of the first few items that needed more than one call.
  private var histories: [String] {
    let items = Set(items(with: .retry) + items(with: .hedge)).sorted()
    let shown = items.prefix(5).map(story)
    let rest = items.count - shown.count
    return shown + (rest > 0 ? ["… and \(rest) more"] : [])
  }

  /// Describes one item, call by call.
  func story(of item: Int) -> String {
    "item \(item): " + ledger.calls(for: item).map(\.description).joined(separator: ", ")
  }

  private func column(_ name: String) -> String {
    name + String(repeating: " ", count: 12 - name.count)
  }

  private func abridged(_ items: [Int]) -> String {
    let shown = items.prefix(8).map { "\($0)" }.joined(separator: ", ")
    return "\(items.count): \(shown)\(items.count > 8 ? ", …" : "")"
  }
}

extension Ledger.Call: CustomStringConvertible {
  var description: String {
    let asked =
      switch reason {
      case .first: "worker \(worker)"
      case .retry: "retried on worker \(worker)"
      case .hedge: "hedged on worker \(worker)"
      }
    return switch fate {
    case .pending: "\(asked) is pending"
    case .answered: "\(asked) answered"
    case .discarded: "\(asked) was discarded"
    case .failed(let kind): "\(asked) was \(kind)"
    }
  }
}

extension Duration {
  /// The duration in seconds, such as `1.3 s`.
  var inSeconds: String {
    let tenths = Int((self / .milliseconds(100)).rounded())
    return "\(tenths / 10).\(tenths % 10) s"
  }
}
