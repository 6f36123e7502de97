/// An ordering as text: its choices, the rule for timers, and a mark that tells whether its steps
/// are the same, such as `1.0.2`, `1-t`, or `0.1-7x3fa2`.
struct Replay: Equatable {
  /// What is known of the steps of an ordering with tasks, which depend on how the code was
  /// compiled.
  struct Mark: Equatable {
    /// The number of steps that the hash value covers.
    let steps: Int
    let hash: UInt16
  }

  /// The choices; the first event comes next where one is missing.
  let choices: [Int]
  var timers = Exploration.Timers.afterJobs
  var mark: Mark?

  var text: String {
    let choices = choices.isEmpty ? "first" : choices.map(String.init).joined(separator: ".")
    let timers = timers == .atAnyTime ? "-t" : ""
    let mark = mark.map { "-\($0.steps)x\(String($0.hash, radix: 16))" } ?? ""
    return choices + timers + mark
  }
}

extension Replay {
  /// Reads the text of an ordering, where an empty one is the first; returns `nil` if it is
  /// malformed.
  init?(_ text: String) {
    var parts = text.split(separator: "-", omittingEmptySubsequences: false)[...]
    let first = parts.removeFirst()
    if first == "first" || text.isEmpty {
      choices = []
    } else {
      let numbers = first.split(separator: ".", omittingEmptySubsequences: false)
      choices = numbers.compactMap { UInt32($0).map(Int.init) }
      if choices.count < numbers.count { return nil }
    }
    if parts.first == "t" {
      timers = .atAnyTime
      parts.removeFirst()
    }
    if let last = parts.popFirst() {
      let words = last.split(separator: "x", omittingEmptySubsequences: false)
      guard words.count == 2, let steps = Int(words[0]), let hash = UInt16(words[1], radix: 16)
      else { return nil }
      mark = Mark(steps: steps, hash: hash)
    }
    if !parts.isEmpty { return nil }
  }
}
