internal import CScheduler

/// Runs schedules of one scenario.
struct Runner {
  private let scenario: Scenario
  private let program: Program

  init(of scenario: Scenario) {
    self.scenario = scenario
    program = Program(scenario.name, Trial(of: scenario).shape)
  }

  var threadCount: Int { program.threadCount }

  /// Creates a trial and runs it by `plan`.
  ///
  /// - Returns: The observation, or the reason why the run did not end.
  func run(_ plan: Plan) -> Result<Observation, Finding> {
    let trial = Trial(of: scenario)
    switch program.run(trial, plan) {
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
}

/// A scenario in the form the scheduler needs.
///
/// Its names are never freed, so reports can use them.
@safe private final class Program {
  private let program: UnsafeMutablePointer<scheduler_program>
  let threadCount: Int

  init(_ name: String, _ shape: [[String]]) {
    precondition(shape.count <= SCHEDULER_THREADS, "too many threads: \(name)")
    threadCount = shape.count
    unsafe program = .allocate(capacity: 1)
    unsafe program.initialize(to: scheduler_program())
    unsafe program.pointee.name = unsafe Program.permanent(name)
    unsafe program.pointee.threads = Int32(shape.count)
    unsafe program.pointee.body = { context, thread in
      let trial = unsafe Unmanaged<Trial>.fromOpaque(context.unsafelyUnwrapped)
        .takeUnretainedValue()
      for operation in 0..<trial.operationCount(of: Int(thread)) {
        scheduler_begin(Int32(operation))
        trial.perform(operation, of: Int(thread))
      }
    }
    nameOperations(shape)
  }

  private func nameOperations(_ shape: [[String]]) {
    unsafe withUnsafeMutableBytes(of: &program.pointee.operations) { bytes in
      let names = unsafe bytes.bindMemory(to: UnsafePointer<CChar>?.self)
      for (thread, operations) in shape.enumerated() {
        precondition(operations.count <= SCHEDULER_OPERATIONS, "too many operations")
        for (index, operation) in operations.enumerated() {
          let place = thread * Int(SCHEDULER_OPERATIONS) + index
          unsafe names[place] = unsafe Program.permanent(operation)
        }
      }
    }
  }

  private static func permanent(_ text: String) -> UnsafePointer<CChar> {
    let bytes = text.utf8CString
    let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: bytes.count)
    _ = unsafe copy.initialize(from: bytes)
    return unsafe UnsafePointer(copy.baseAddress.unsafelyUnwrapped)
  }

  func run(_ trial: Trial, _ plan: Plan) -> scheduler_result {
    unsafe program.pointee.context = unsafe Unmanaged.passUnretained(trial).toOpaque()
    return unsafe plan.switches.withUnsafeBufferPointer { switches in
      unsafe plan.priorities.withUnsafeBufferPointer { priorities in
        var schedulerPlan = unsafe scheduler_plan(
          switches: switches.baseAddress,
          count: switches.count,
          priorities: plan.priorities.isEmpty ? nil : priorities.baseAddress
        )
        return unsafe scheduler_run(program, &schedulerPlan)
      }
    }
  }
}
