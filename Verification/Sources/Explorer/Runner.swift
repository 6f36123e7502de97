internal import CScheduler

/// Runs schedules of one scenario.
@safe struct Runner {
  private let scenario: Scenario
  let threadCount: Int
  /// Never freed, so reports can use it.
  private let program = UnsafeMutablePointer<scheduler_program>.allocate(capacity: 1)

  init(of scenario: Scenario) {
    self.scenario = scenario
    let shape = Trial(of: scenario).shape
    threadCount = shape.count
    unsafe program.initialize(to: scheduler_program())
    unsafe scheduler_set_name(program, scenario.name)
    unsafe program.pointee.threads = Int32(shape.count)
    unsafe program.pointee.body = { context, thread in
      let trial = unsafe Unmanaged<Trial>.fromOpaque(context.unsafelyUnwrapped)
        .takeUnretainedValue()
      for operation in 0..<trial.operationCount(of: Int(thread)) {
        scheduler_begin(Int32(operation))
        trial.perform(operation, of: Int(thread))
      }
    }
    for (thread, operations) in shape.enumerated() {
      for (index, operation) in operations.enumerated() {
        unsafe scheduler_set_operation(program, Int32(thread), Int32(index), operation)
      }
    }
  }

  /// Creates a trial and runs it by `plan`.
  ///
  /// - Returns: The observation, or the reason why the run did not end.
  func run(_ plan: Plan) -> Result<Observation, Finding> {
    let trial = Trial(of: scenario)
    unsafe program.pointee.context = unsafe Unmanaged.passUnretained(trial).toOpaque()
    let result = unsafe plan.switches.withUnsafeBufferPointer { switches in
      unsafe plan.priorities.withUnsafeBufferPointer { priorities in
        var schedulerPlan = unsafe scheduler_plan(
          switches: switches.baseAddress,
          count: switches.count,
          priorities: plan.priorities.isEmpty ? nil : priorities.baseAddress,
          seed: plan.seed
        )
        return unsafe scheduler_run(program, &schedulerPlan)
      }
    }
    switch result {
    case SCHEDULER_DEADLOCKED: return .failure(.deadlocked)
    case SCHEDULER_ENDLESS: return .failure(.endless)
    default: return .success(trial.finish())
    }
  }

  /// The steps of the last run.
  static var trace: [scheduler_step] {
    var count = 0
    let start = unsafe scheduler_trace(&count)
    return unsafe Array(UnsafeBufferPointer(start: start, count: count))
  }

  /// The words that were freed in the last run.
  static var ends: [scheduler_end] {
    var count = 0
    let start = unsafe scheduler_ends(&count)
    return unsafe Array(UnsafeBufferPointer(start: start, count: count))
  }
}

/// The switches of a schedule: at which steps which threads continue.
struct Plan {
  var switches: [scheduler_switch] = []
  /// The priorities of the threads, or an empty array; see `scheduler_plan`.
  var priorities: [UInt8] = []
  /// The start of random choices among stores, or zero.
  var seed: UInt64 = 0
}
