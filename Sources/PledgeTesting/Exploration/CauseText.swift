internal import Foundation

extension Trace {
  /// The places between which a step begins; the first one is missing if its task begins there.
  struct Span {
    var first: CodePlace?
    var last: CodePlace
  }

  /// Returns a cause as text, and the code that it concerns.
  func text(of cause: Cause) -> (cause: String, code: String?) {
    let what = subject(of: cause.early)
    guard let stop = steps[cause.late].stop, let late = span(of: cause.late),
      late.relation.1.allSatisfy({ $0.line > 0 })
    else {
      return ("\(what) comes before \(subject(of: cause.late))", nil)
    }
    let (relation, places) = late.relation
    let isSameFile = places.last?.path == places[0].path
    let positions = places.enumerated().compactMap { index, place in
      index > 0 && isSameFile ? ":\(place.line)" : place.position
    }
    let function = late.last.function.map { " in `\($0)`" } ?? ""
    let task = names.text(ofTask: stop.task) + function
    let position = positions.joined(separator: " and ")
    let early = span(of: cause.early).flatMap { SourceCode.line(at: $0.code) }
    let lines = places.compactMap(SourceCode.line).joined(separator: " and ")
    let code = early.map { "\($0) comes \(relation) \(lines)" }
    return ("\(what) comes \(relation) \(position) of \(task)", code)
  }

  private func subject(of index: Int) -> String {
    guard let stop = steps[index].stop else { return names.text(of: steps[index]) }
    let task = names.text(ofTask: stop.task)
    guard let place = span(of: index)?.code else { return task }
    let function = place.function.map { "`\($0)` of " } ?? ""
    return "\(function)\(task)" + (place.position.map { " (\($0))" } ?? "")
  }

  /// The latest step before in the same task with a known place.
  func lastStep(before index: Int) -> (index: Int, stop: Stop)? {
    guard let task = steps[index].stop?.task else { return nil }
    for index in steps[..<index].indices.reversed() {
      if let stop = steps[index].stop, stop.task == task, stop.place != nil { return (index, stop) }
    }
    return nil
  }

  /// Returns where the task was in the same function before.
  private func caller(of index: Int, at place: CodePlace) -> CodePlace? {
    let before = lastStep(before: index)?.stop.frames.map(CodePlace.at) ?? []
    return before.first { $0.isOwn && $0.line > 0 && $0.function == place.function }
  }

  private func span(of index: Int) -> Span? {
    guard let stop = steps[index].stop else { return nil }
    guard let place = stop.place else {
      return names.start(ofTask: stop.task).map { Span(last: $0) }
    }
    let caller = caller(of: index, at: place)
    let hasReturned = caller.map { $0.line >= place.line } ?? place.isReturn
    if hasReturned || steps[index].isResumed {
      let place = steps[index].isResumed ? place : caller ?? place
      var next = place
      if place.next > 0 { next.line = place.next }
      return Span(first: place, last: next)
    }
    return Span(first: caller ?? lastStep(before: index)?.stop.place, last: place)
  }
}

extension Trace.Span {
  /// Whether no other statement follows the line, so that only its rest follows.
  fileprivate var isInLine: Bool {
    guard let first, first.function == last.function else { return false }
    return first.line == last.line || SourceCode.line(at: last)?.contains { $0.isLetter } == false
  }

  /// How an event before the step relates to its places, and these.
  fileprivate var relation: (String, [CodePlace]) {
    guard let first else { return ("before", [last]) }
    return isInLine ? ("within", [first]) : ("between", [first, last])
  }

  /// The place of what runs.
  fileprivate var code: CodePlace { isInLine ? first ?? last : last }
}

/// The source files of the code under test, where they can be read.
enum SourceCode {
  /// Returns a line of code, between backticks; `nil` if it is unknown.
  static func line(at place: CodePlace) -> String? {
    guard let text = try? String(contentsOfFile: place.path, encoding: .utf8) else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.indices.contains(place.line - 1) else { return nil }
    return "`\(lines[place.line - 1].drop { $0.isWhitespace }.prefix(100))`"
  }
}
