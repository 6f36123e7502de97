internal import CPledgeTesting
internal import Pledge
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

extension Exploration.World {
  /// Carries out a step that is to be described.
  func carryOutTraced(_ step: Agenda.Step) {
    // A timeline shows a part of a task as a promise, without a place: it is none of the code.
    let part = step.title.isTask ? Promise<Void>(file: "", line: 0) : nil
    watch.state.withLock { $0.affected = [] }
    // Its place is before the steps that interrupt it.
    let index = state.withLock { state in
      state.trace.add(step.title.step([]))
      return state.trace.steps.count - 1
    }
    defer {
      part?.labeled(state.withLock { $0.trace.names.text(of: $0.trace.steps[index]) }).resolve()
    }
    step.work()
    guard state.withLock({ $0.trace.steps.count == index + 1 }) else { return }
    while let step = state.withLock({ $0.nextContinuation() }) { step.work() }
    let stages = watch.state.withLock { $0.affected ?? [] }.filter { !$0.isInternal }
    let described = step.title.step(stages)
    let text = state.withLock { state in
      state.trace.steps[index] = described
      return state.trace.names.text(of: described)
    }
    Agenda.Step.describe(text)
  }
}
