internal import Pledge

extension Explorer {
  /// Replays an ordering that fails, and throws its description, with the cause if there is a call
  /// to name.
  func fail(
    _ shrinking: Shrinking,
    after tried: Int,
    seed: UInt64? = nil,
    call: String? = nil,
    until deadline: ContinuousClock.Instant? = nil
  ) throws -> Never {
    var failing = ordering(Guide(shrinking.best.choices), isReplay: true)
    if failing.problems.isEmpty { failing.problems = [divergence] }
    let finding = shrinking.isFinal ? ExplorationError.Finding.failure : .unshortened
    var error = ExplorationError(failing, after: tried, finding)
    (error.seed, error.call) = (seed, call)
    if let call, !failing.problems.contains(divergence) {
      // Also if the search has used all of its time.
      let end = deadline.map { max($0, .now.advanced(by: .seconds(1))) }
      explain(failing, in: &error, until: end)
      Replay.log(error.replay, at: call)
    }
    throw error
  }

  private func explain(
    _ failing: WorldState,
    in error: inout ExplorationError,
    until deadline: ContinuousClock.Instant?
  ) {
    if let cause = cause(of: failing, until: deadline) {
      (error.cause, error.code) = failing.trace.text(of: cause)
    }
    if failing.hasReachedLimit { error.waits = failing.trace.loops }
    guard failing.hasUnfinishedBody else { return }
    // Tasks that are kept alive may change what follows the end, so they are in no other ordering.
    let kept = ordering(Guide(failing.best.choices), isReplay: true, keepsTasks: true)
    error.waits = kept.trace.waits
  }
}

extension ExplorationError {
  init(_ ordering: WorldState, after tried: Int, _ finding: Finding) {
    (problems, steps) = (ordering.problems, ordering.trace.texts)
    (replay, self.tried, self.finding) = (ordering.replay.text, tried, finding)
    if problems.first?.hasPrefix("threw ") == true { place = ordering.trace.lastPlaceOfBody }
  }

  init(malformed replay: String) {
    let problem =
      "the replay \"\(replay)\" is malformed: it must be the text at the end of a failure,"
      + " such as \"0.2.1\" or \"first-12x2de9\""
    self.init(problems: [problem], steps: [], replay: replay, tried: 0, finding: .malformed)
  }
}

extension Trace {
  /// Where the body went on last, as text.
  fileprivate var lastPlaceOfBody: String? {
    let last = steps.last { $0.stop?.task == names.body && $0.stop?.place != nil }
    let places = last?.stop?.frames.map(CodePlace.at) ?? []
    // An interruption is in a function that the body has called, a suspension in the body itself.
    let own = places.filter { $0.isOwn && $0.line > 0 }
    guard let place = last?.isResumed == true ? own.last : own.first else { return nil }
    let code = SourceCode.line(at: place).map { ": \($0)" } ?? ""
    return place.position.map { "after \($0)\(code)" }
  }

  /// The tasks that repeat themselves at the end, as text.
  fileprivate var loops: [String] {
    let texts = texts.suffix(64)
    guard let loop = Repetition(of: texts, at: texts.startIndex) else { return [] }
    var lines: [String] = []
    for step in steps[loop.start..<loop.start + loop.period] {
      guard let stop = step.stop, let place = stop.place, let position = place.position else {
        continue
      }
      let function = place.function.map { " in `\($0)`" } ?? ""
      let code = SourceCode.line(at: place).map { ": \($0)" } ?? ""
      let line = "\(names.text(ofTask: stop.task)) loops at \(position)\(function)\(code)"
      if !lines.contains(line) { lines.append(line) }
    }
    return lines
  }
}
