internal import Pledge

/// The phrases that describe single promises in the texts of a trace.
struct Phrases {
  let trace: Trace
  private var callers: CallerCache
  /// The maximum number of promises that a list names.
  private let longestList = 8

  init(_ trace: Trace, _ symbols: Symbols) {
    self.trace = trace
    callers = CallerCache(symbols)
  }

  /// Returns the operator, the number, and the label, such as `map #2` or `map #2 [user 7]`.
  mutating func name(_ position: Int) -> String {
    let entry = trace.entries[position]
    let label = entry.label.map { " [\(TextFormat.onOneLine($0, upTo: 60))]" }
    return "\(title(entry)) \(entry.id)\(label ?? "")"
  }

  /// Returns the state of a promise, and its duration.
  func state(_ position: Int) -> String {
    let entry = trace.entries[position]
    var words = outcome(entry)
    if let error = entry.errorText { words += ": \(TextFormat.onOneLine(error))" }
    if entry.isUnhandled { words += ", unhandled" }
    if entry.again > 0 { words += ", settled \(TextFormat.count(entry.again, "more time"))" }
    if let context = entry.context { words += ", on \(TextFormat.onOneLine(context, upTo: 60))" }
    return words
  }

  /// Returns the promises that a promise waits for besides its parent; `nil` if there are none.
  mutating func waits(_ position: Int) -> String? {
    let entry = trace.entries[position]
    if entry.waits.isEmpty { return nil }
    let isOver = entry.state != .pending
    return (isOver ? "waited for " : "waits for ") + list(entry.waits)
  }

  /// Returns a list of promises with their operators, such as `map #9, Promise #12 and 3 more`.
  mutating func list(_ ids: [PromiseID]) -> String {
    var names: [String] = []
    for id in ids.prefix(longestList) {
      names.append(trace.index(of: id).map { name($0) } ?? "\(id), which is not in the trace")
    }
    let more = ids.count - names.count
    return names.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }

  /// Returns the source location of a chain, and the function that made its first promise.
  mutating func beginning(_ position: Int) -> String {
    let entry = trace.entries[position]
    let caller = callers.caller(of: entry).text.map { "  \(TextFormat.onOneLine($0))" }
    return "\(entry.place)\(caller ?? "")"
  }

  private mutating func title(_ entry: Trace.Entry) -> String {
    let name = callers.operator(of: entry)
    return name.isEmpty ? "promise" : TextFormat.onOneLine(name, upTo: 40)
  }

  private func outcome(_ entry: Trace.Entry) -> String {
    let span = Span(
      nanoseconds: (entry.end ?? trace.end) - min(entry.start, entry.end ?? trace.end)
    )
    switch (entry.state, entry.origin) {
    case (.unknown, .dropped): return "not recorded any more"
    case (.unknown, _): return "before recording"
    case (let state, .earlier), (let state, .dropped): return "\(state), from before recording"
    case (.pending, _): return "pending for \(span)"
    case (.merged, _): return "merged into its chain after \(span)"
    case (let state, _): return "\(state) after \(span)"
    }
  }
}
