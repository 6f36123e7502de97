internal import Foundation

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
    let form = /(first|\d+(?:\.\d+)*)(-t)?(?:-(\d+)x([0-9a-f]+))?/.asciiOnlyDigits()
    guard let parts = (text.isEmpty ? "first" : text).wholeMatch(of: form)?.output else {
      return nil
    }
    let numbers = parts.1 == "first" ? [] : parts.1.split(separator: ".")
    choices = numbers.compactMap { UInt32($0).map(Int.init) }
    if choices.count < numbers.count { return nil }
    if parts.2 != nil { timers = .atAnyTime }
    guard let steps = parts.3, let hash = parts.4 else { return }
    guard let steps = Int(steps), let hash = UInt16(hash, radix: 16) else { return nil }
    mark = Mark(steps: steps, hash: hash)
  }
}

extension Replay {
  /// Returns the replay that the environment requests for an exploration, as text.
  ///
  /// `PLEDGE_REPLAY` is a line, the call and the replay, or the path of a file with such lines.
  static func requested(at call: String) -> String? {
    guard let value = ProcessInfo.processInfo.environment["PLEDGE_REPLAY"] else { return nil }
    let file = try? String(contentsOfFile: value, encoding: .utf8)
    if file == nil, !value.contains(" ") {
      CallSite.announce("PLEDGE_REPLAY: cannot read \(value)")
    }
    let lines = (file ?? value).split(whereSeparator: \.isNewline)
    if let line = lines.last(where: { $0.hasPrefix("\(call) ") }) {
      CallSite.announce("\(call): PLEDGE_REPLAY states the ordering that comes first")
      return String(line.dropFirst(call.count + 1))
    }
    let source = call.prefix { $0 != ":" } + ":"
    let others = lines.filter { $0.hasPrefix(source) }.map { $0.prefix { $0 != " " } }
    if !others.isEmpty {
      CallSite.announce("\(call): PLEDGE_REPLAY names \(others.joined(separator: ", ")) instead")
    }
    return nil
  }

  static func announceMisfit(at call: String) {
    CallSite.announce("\(call): the ordering of PLEDGE_REPLAY does not fit anymore")
  }

  /// Adds a line to the file that `PLEDGE_REPLAY_LOG` names, if there is one.
  static func log(_ replay: String, at call: String) {
    let path = ProcessInfo.processInfo.environment["PLEDGE_REPLAY_LOG"]
    guard let path else { return }
    let previous = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    let line = "\(call) \(replay)\n"
    try? (previous + line).write(toFile: path, atomically: true, encoding: .utf8)
  }
}
