/// The calls of a scenario, as they happened in one ordering.
struct History<Object: Sendable, Model: Equatable & Sendable>: Sendable {
  typealias Operation = ModeledOperation<Object, Model>

  /// A call, or time that passes, between two events.
  struct Entry: Sendable {
    let task: Int
    var call: Operation.Call?
    let start: Int
    var end = Int.max
    /// `nil` as long as the call is pending.
    var response: Operation.Response?
  }

  private(set) var entries: [Entry] = []
  /// The events as text; their indices order them.
  private var lines: [(task: Int, text: String)] = []
  private var instants = [Duration.zero]
  /// Whether nothing is added anymore.
  var isComplete = false

  /// Adds an invocation; returns the index of its entry.
  mutating func invoke(_ call: Operation.Call, by task: Int) -> Int {
    entries.append(Entry(task: task, call: call, start: lines.count))
    lines.append((task, call.name + call.argument + (call.isCanceled ? " to be canceled" : "")))
    return entries.count - 1
  }

  mutating func cancel(by task: Int) { lines.append((task, "  is canceled")) }

  mutating func respond(_ response: Operation.Response, to index: Int) {
    (entries[index].end, entries[index].response) = (lines.count, response)
    lines.append((entries[index].task, "  → \(response.text)"))
  }

  /// Adds the time up to each of the world's instants that is new.
  mutating func pass(
    _ instants: [Duration],
    _ advance: @escaping @Sendable (inout Model, Duration) -> Void
  ) {
    for instant in instants.dropFirst(self.instants.count - 1) {
      let time = instant - self.instants[self.instants.count - 1]
      let response = Operation.Response(text: "") { (advance(&$0, time), true).1 }
      entries.append(Entry(task: 0, start: lines.count, end: lines.count, response: response))
      lines.append((0, "(\(time) later)"))
      self.instants.append(instant)
    }
  }

  /// The names of the operations during which another task has made or ended a call.
  var interrupted: [String] {
    entries.compactMap { entry in
      let others = entries.filter { $0.task != entry.task }.flatMap { [$0.start, $0.end] }
      return others.contains { entry.start < $0 && $0 < entry.end } ? entry.call?.name : nil
    }
  }

  /// The events line by line, with a column for each task.
  var table: String {
    let tasks = 0...(entries.map(\.task).max() ?? 0)
    let pending = entries.filter { $0.response == nil }.map { ($0.task, "  is pending") }
    let rows = (lines + pending).map { task, text in tasks.map { $0 == task ? text : "" } }
    let width = max(lines.map(\.text.count).max() ?? 0, 12)
    return ([tasks.map { "task \($0 + 1)" }] + rows).map { row in
      row.map { $0 + String(repeating: " ", count: width - $0.count) }.joined(separator: " | ")
    }
    .joined(separator: "\n")
  }
}
