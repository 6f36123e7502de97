/// The state of a monitor, given by its own reports or by its parts; not thread-safe.
struct ProgressState: Sendable {
  /// A change of the fraction or the message, for the monitor above this one.
  struct Step: Sendable {
    let from: Double
    let to: Double
    let message: String?

    /// Whether the step changes anything for the monitor above.
    var concernsWhole: Bool { from != to || message != nil }
  }

  private(set) var report = ProgressReport(fraction: 0)
  private(set) var isFinished = false
  private var version = 0
  private var parts: Parts?

  /// The update for an observer.
  var news: ProgressNews { ProgressNews(report: report, version: version, isLast: isFinished) }

  mutating func report(_ fraction: Double, _ message: String?) -> Step? {
    if parts != nil { return move(to: report.fraction, message) }
    let fraction = max(report.fraction, ProgressReport(fraction: fraction).fraction)
    return move(to: fraction, message, isLast: fraction == 1)
  }

  mutating func finish() -> Step? {
    move(to: 1, nil, isLast: true)
  }

  mutating func addPart(ofWeight weight: Double) -> Step? {
    var parts = self.parts ?? Parts()
    parts.add(ofWeight: weight)
    self.parts = parts
    return move(to: parts.fraction, nil)
  }

  mutating func partMoved(_ step: Step, ofWeight weight: Double) -> Step? {
    parts?.move(step, ofWeight: weight)
    return move(to: parts?.fraction ?? report.fraction, step.message)
  }

  private mutating func move(to fraction: Double, _ message: String?, isLast: Bool = false) -> Step?
  {
    guard !isFinished else { return nil }
    isFinished = isLast
    let step = Step(from: report.fraction, to: fraction, message: message)
    let next = ProgressReport(fraction: fraction, message: message ?? report.message)
    if next != report || isLast { version += 1 }
    report = next
    return step
  }
}

/// The parts of a monitor, kept only as sums, so that any number of them takes constant memory.
private struct Parts {
  private var weight = 0.0
  private var reached = 0.0
  private var underway = 0

  /// The weighted mean; exactly 1 when all parts are done, whatever the rounding errors of the
  /// sums.
  var fraction: Double {
    if underway == 0 { return 1 }
    return weight > 0 ? min(max(0, reached / weight), 1) : 0
  }

  mutating func add(ofWeight weight: Double) {
    self.weight += weight
    underway += 1
  }

  /// Applies a step as a difference, because steps arrive in any order.
  mutating func move(_ step: ProgressState.Step, ofWeight weight: Double) {
    reached += weight * (step.to - step.from)
    underway += (step.from == 1 ? 1 : 0) - (step.to == 1 ? 1 : 0)
  }
}
