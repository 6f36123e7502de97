internal import CPledgeTesting
internal import PledgeSupport

extension Exploration.World {
  /// Adds a job of the runtime that code of this world has caused.
  ///
  /// - Returns: Whether the world has taken it; it leaves those of tasks that are older than
  ///   itself.
  func add(_ job: pledge_job) -> Bool {
    state.withLock { state in
      let isOlder = job.task != 0 && job.task <= newestOtherTask
      if state.agenda.isOver || isOlder { return false }
      if job.is_wake_up { return addTimer(for: job, to: &state.agenda) }
      state.agenda.endSleep(of: job.task)
      let number = state.agenda.number(ofTask: job.task)
      let entry = Agenda.TaskJob(
        task: number,
        title: title(ofTask: number, on: job.actor, in: job.function),
        executor: job.place,
        isChild: job.is_child,
        isCall: job.is_hop && job.executor.implementation != 0,
        isDeparture: job.is_departure,
        delays: 0,
        isYield: job.is_yield,
        work: { pledge_hooks_run(job) },
        release: { pledge_hooks_release(job) }
      )
      state.agenda.add(entry, isContinuation: job.is_yield)
      return true
    }
  }

  private func addTimer(for job: pledge_job, to agenda: inout Agenda) -> Bool {
    let timer = Agenda.Timer(
      id: agenda.nextID(),
      deadline: agenda.now + RuntimeHooks.exact(.nanoseconds(job.delay)),
      sleeper: job.sleeper,
      work: { pledge_hooks_run(job) },
      discard: { pledge_hooks_release(job) }
    )
    return agenda.add(timer) == .added
  }

  /// Returns the text of a step in which a task continues; empty if it is not wanted.
  func title(
    ofTask number: Int,
    on actor: @autoclosure () -> String? = nil,
    in function: @autoclosure () -> String? = nil
  ) -> String {
    guard isTracing else { return "" }
    let actor = actor().map { "\($0): " } ?? ""
    let task = number > 0 ? "task \(number)" : "a task"
    let function = function().map { " in \($0)" } ?? ""
    // The label of the promise that was settled last in the step, if it has one.
    let cause = watch.state.withLock { $0.affected?.last?.label }.map { " after \($0)" } ?? ""
    return actor + task + function + cause
  }

  /// Adds a job if it continues a task of this world, which fails the ordering: another thread has
  /// caused it.
  func addForeign(_ job: pledge_job) -> Bool {
    let isKnown = state.withLock { !$0.agenda.isOver && $0.agenda.taskNumbers[job.task] != nil }
    guard isKnown else { return false }
    noteThread("a task was resumed")
    return add(job)
  }

  /// Fails the ordering if one of its jobs waits for the actor, which a task of another thread
  /// enters or leaves: the actor protects them from each other no longer.
  func noteForeignCall(of actor: UInt) {
    state.withLock { state in
      guard state.agenda.tasks.contains(where: { $0.executor == .actor(actor) }) else { return }
      let name = RuntimeReference.typeName(ofObjectAt: actor)
      state.fail(
        "another thread runs \(name) at the same time: create all actors within the closure"
      )
    }
  }

  /// Fails the ordering: a task continues on an executor, on another thread, whatever it does
  /// there.
  func noteDeparture(to executor: UInt) {
    let name = RuntimeReference.typeName(ofObjectAt: executor)
    let problem = "a task runs on the executor \(name), outside the world"
    state.withLock { if !$0.agenda.isOver { $0.fail(problem) } }
  }
}

extension pledge_job {
  fileprivate var place: Agenda.TaskJob.Executor {
    if executor.identity == 0 { return .pool }
    return executor.implementation == 0 ? .actor(executor.identity) : .main
  }

  /// The actor on which the job runs, as text; `nil` if it runs on none.
  fileprivate var actor: String? {
    if executor.identity == 0 { return nil }
    if executor.implementation != 0 { return "main actor" }
    return RuntimeReference.typeName(ofObjectAt: executor.identity)
  }

  /// The function in which the task continues, as text; `nil` if it is unknown.
  fileprivate var function: String? {
    let address = pledge_hooks_continuation(self)
    if address == 0 { return nil }
    if let known = functions.withLock({ $0[address] }) { return known }
    let demangled = RuntimeReference.takeText(at: pledge_hooks_function(address))
    let name = demangled.flatMap { functionName(demangled: $0) }
    functions.withLock { _ = $0.updateValue(name, forKey: address) }
    return name
  }
}

/// The names of functions by address, if they are known: the table of all symbols is long.
private let functions = Locked<[UInt: String?]>([:])
