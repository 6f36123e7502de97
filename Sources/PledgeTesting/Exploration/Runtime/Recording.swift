internal import CPledgeTesting
internal import PledgeSupport

/// What is recorded of a step, in case that it ends the process.
struct Recording {
  /// The choice that led to it, if there was one.
  let choice: Int?
  let mark: UInt16

  /// Records the choice and the step.
  func note(_ step: Agenda.Step?) {
    if let choice { pledge_record_choice(UInt32(choice)) }
    guard let step else { return }
    if case .continuation = step.title { return }
    pledge_record_step(mark)
    switch step.title {
    case .job(let context, nil): Recording.describe(context, PLEDGE_JOB)
    case .job(let context, let label?): Recording.describe("\(context): \(label)")
    case .task(let number, let text): Recording.describe(text.isEmpty ? "task \(number)" : text)
    case .outcome(let label, _): Recording.describe(label ?? "a promise", PLEDGE_ANSWER)
    case .timer(let time, _): Recording.describe("clock at \(time.wholeNanoseconds / 1_000_000) ms")
    case .discard(let label): Recording.describe("discard \(label)")
    case .continuation: break
    }
  }

  /// Describes the last step.
  static func describe(_ text: String, _ kind: Int = PLEDGE_DESCRIBED) {
    RuntimeReference.withBytes(of: text) { pledge_record_text(CChar(kind), $0, $1) }
  }
}
