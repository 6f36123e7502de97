internal import CPledgeTesting
internal import PledgeSupport

/// What is recorded of a step, in case that it ends the process.
struct Recording {
  /// The choice that led to it, if there was one.
  let choice: Int?
  let mark: UInt16

  /// Records the choice and the step.
  func note(_ title: Agenda.Title?) {
    if let choice { pledge_record_choice(UInt32(choice)) }
    guard let title else { return }
    pledge_record_step(mark)
    switch title {
    case .job(let context, let label): Recording.add(context, ": ", label ?? "a job")
    case .task(let number, let text): Recording.add(text.isEmpty ? "task \(number)" : text)
    case .outcome(let label?, _): Recording.add(label, ": an answer")
    case .outcome(nil, _): Recording.add("an answer")
    case .timer(let time, _): Recording.add("clock at \(time.wholeNanoseconds / 1_000_000) ms")
    case .discard(let label): Recording.add("discard ", label)
    case .continuation: break
    }
  }

  /// Replaces the description of the last step.
  static func describeStep(_ text: String) { add(text, replaces: true) }

  private static func add(_ texts: String..., replaces: Bool = false) {
    for text in texts {
      RuntimeReference.withBytes(of: text) { pledge_record_text($0, $1, replaces) }
    }
  }
}
