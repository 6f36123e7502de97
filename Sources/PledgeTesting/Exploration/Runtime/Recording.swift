internal import CPledgeTesting
internal import PledgeSupport

extension Agenda.Step {
  /// Records the step, in case that it ends the process.
  func record(mark: UInt16) {
    pledge_record_step(mark)
    switch title {
    case .job(let context, nil): Self.describe(context, PLEDGE_JOB)
    case .job(let context, let label?): Self.describe("\(context): \(label)")
    case .task(let stop): Self.describe("task \(stop.task)")
    case .outcome(let label, _): Self.describe(label ?? "a promise", PLEDGE_ANSWER)
    case .timer(let time, _): Self.describe("clock at \(time.wholeNanoseconds / 1_000_000) ms")
    case .discard(let label): Self.describe("discard \(label)")
    case .resume(let stop): Self.describe("task \(stop.task) goes on")
    case .continuation: break
    }
  }

  /// Describes the last step.
  static func describe(_ text: String, _ kind: Int = PLEDGE_DESCRIBED) {
    RuntimeReference.withBytes(of: text) { pledge_record_text(CChar(kind), $0, $1) }
  }
}
