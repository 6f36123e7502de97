import Pledge
import PledgeTesting

/// One run of a program.
package final class Round: Sendable {
  let program: Program
  let liveObjects = LiveObjects()
  let manualClock = ManualClock()
  /// The clock of all operators.
  let clock: any Clock<Duration>
  let threads: Threads
  /// Whether the model predicts the run.
  let isPredicted: Bool
  let slots = Guarded([Entry?](repeating: nil, count: Program.slots))
  let sharedObjects: Guarded<SharedObjects>
  let backlog = Guarded(Backlog())
  private let recorded = Guarded<[Record]>([])
  private let violations = Guarded<[String]>([])
  private let events = Tally()

  package init(_ program: Program, isPredicted: Bool = false) {
    self.program = program
    self.isPredicted = isPredicted
    clock = program.isLive ? ContinuousClock() : manualClock
    threads = Threads(holdsTasks: !program.isLive)
    sharedObjects = Guarded(SharedObjects(self.clock, limit: 1, isPredicted: isPredicted))
  }

  /// A number that changes whenever something happens.
  var changeCount: Int { events.count + liveObjects.changeCount }

  // Copied under the lock, because the sanitizer does not see that an array is no longer shared.
  var records: [Record] { recorded.with { $0.map(\.self) } }

  /// The violations so far.
  var failures: [String] { violations.with { $0 } }

  /// Releases the records to break their retain cycle with this round.
  func forgetRecords() {
    recorded.replace(\.self, by: [])
  }

  func fail(_ text: String) {
    violations.with { $0.append(text) }
  }
}

// MARK: - Steps

extension Round {
  func perform(_ steps: [Step]) {
    events.up()
    for step in steps { perform(step) }
  }

  /// Runs a step, unless one of its inputs is missing.
  func perform(_ step: Step) {
    let entries = slots.with { slots in step.inputs.map { slots[$0] } }
    let record = Record(step, in: self)
    let operands = Operands(step: step, round: self, record: record, entries: entries)
    // The inputs are released at the end of the step, as in the model.
    defer { withExtendedLifetime(operands) {} }
    let operation = Operator.allOperators[step.operation]
    guard operation.canRun(entries.map { ($0?.future != nil, $0?.resolver != nil) }) else { return }
    if let future = operation.body(operands) { adopt(future, by: operands) }
  }

  /// Registers a new promise and puts it into the slot of its step.
  func adopt(_ future: Future<Token>, with resolver: Resolver<Token>? = nil, by operands: Operands)
  {
    operands.record.adopt(future)
    recorded.with { $0.append(operands.record) }
    if operands.step.isTracked { operands.record.track(future) }
    guard let slot = operands.step.output else { return }
    replace(slot, by: Entry(future: future, resolver: resolver, record: operands.record))
  }
}

// MARK: - Shared objects

extension Round {
  func entry(_ slot: Int) -> Entry? { slots.with { $0[slot] } }

  // What these drop is released outside of the lock.
  func replace(_ slot: Int, by entry: Entry?) {
    var old = entry
    slots.with { swap(&$0[slot], &old) }
  }
  var hasEntries: Bool { slots.with { $0.contains { $0 != nil } } }

  func dropReferences() {
    for slot in 0..<Program.slots { replace(slot, by: nil) }
  }

  /// The shared objects.
  var shared: SharedObjects { sharedObjects.with { $0 } }

  /// Replaces the shared objects and releases the old ones.
  func replaceShared(limit: Int) {
    let next = SharedObjects(clock, limit: limit, isPredicted: isPredicted)
    sharedObjects.replace(\.self, by: next).waiters.discardAll()
    for task in backlog.replace(\.self, by: Backlog()).tasks { task.cancel() }
  }

  func postpone(_ job: @escaping @Sendable () -> Void) {
    events.up()
    backlog.with { $0.jobs.append(job) }
  }

  var hasJobs: Bool { backlog.with { !$0.jobs.isEmpty } }

  /// Takes the waiting jobs for the caller to run or drop.
  func takeJobs() -> [@Sendable () -> Void] {
    let jobs = backlog.replace(\.jobs, by: [])
    if !jobs.isEmpty { events.up() }
    return jobs
  }

  /// Runs a job on another thread.
  ///
  /// A program with one thread waits for its end.
  func runElsewhere(_ job: @escaping @Sendable () -> Void) {
    let waits = program.threads.count == 1
    let threads = waits ? Threads(holdsTasks: true) : threads
    threads.start(job)
    if waits { threads.join() }
  }
}
