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

  /// Lets time pass in the model, if that has one.
  let advance: (@Sendable (inout Model, Duration) -> Void)?
  private(set) var entries: [Entry] = []
  /// The events as text; their indices order them.
  private var lines: [(task: Int, text: String)] = []
  private var time = Duration.zero
  /// Whether nothing is added anymore.
  var isComplete = false

  init(advance: (@Sendable (inout Model, Duration) -> Void)?) { self.advance = advance }

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

  /// Adds the time up to each of the world's instants.
  mutating func pass(_ instants: [Duration]) {
    guard let advance else { return }
    for instant in instants where instant > time {
      let pause = instant - time
      let response = Operation.Response(text: "") { (advance(&$0, pause), true).1 }
      entries.append(Entry(task: 0, start: lines.count, end: lines.count, response: response))
      lines.append((0, "(\(pause) later)"))
      time = instant
    }
  }

  /// The names of the operations during which another task has made or ended a call.
  var interrupted: [String] {
    entries.compactMap { entry in
      let meanwhile = lines[entry.start..<min(entry.end, lines.count)]
      return meanwhile.contains { $0.task != entry.task } ? entry.call?.name : nil
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
