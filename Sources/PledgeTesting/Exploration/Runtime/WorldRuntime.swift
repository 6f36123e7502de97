internal import CPledgeTesting
internal import PledgeSupport

extension Exploration.World {
  /// Adds a job of the runtime that code of this world has caused.
  ///
  /// - Returns: Whether the world has taken it; it leaves those of tasks that are older than itself.
  func add(_ job: pledge_job) -> Bool {
    let awaited = isTracing ? watch.label : nil
    let place = isTracing ? Agenda.Place(actor: job.actor, function: job.function) : nil
    return state.withLock { state in
      if state.agenda.isOver { return false }
      if job.task != 0, job.task <= newestOtherTask { return false }
      state.agenda.endSleep(of: job.task)
      let number = state.agenda.number(ofTask: job.task == 0 ? nil : job.task)
      var entry = Agenda.TaskJob(
        task: number,
        awaited: awaited,
        work: { pledge_hooks_run(job) },
        release: { pledge_hooks_release(job) }
      )
      entry.turn.actor = job.executor.identity
      entry.turn.place = place
      entry.turn.delays = 0
      entry.turn.isYield = job.is_yield
      state.agenda.add(entry, isContinuation: job.is_yield || job.is_departure)
      return true
    }
  }

  /// Adds a job if it continues a task of this world, which fails the ordering: another thread has
  /// caused it.
  func addForeign(_ job: pledge_job) -> Bool {
    let isKnown = state.withLock { !$0.agenda.isOver && $0.agenda.knows(task: job.task) }
    guard isKnown else { return false }
    noteThread("a task was resumed")
    return add(job)
  }

  /// Fails the ordering if one of its jobs waits for the actor, which a task of another thread
  /// enters or leaves: the actor protects them from each other no longer.
  func noteForeignCall(of actor: UInt) {
    state.withLock { state in
      guard state.agenda.tasks.contains(where: { $0.turn.actor == actor }) else { return }
      let name = RuntimeReference.typeName(ofObjectAt: actor)
      let problem =
        "another thread runs \(name) at the same time: create all actors within the closure"
      if !state.problems.contains(problem) { state.problems.append(problem) }
    }
  }

  /// Adds the end of a sleep.
  func addSleep(_ job: pledge_job, _ delay: Duration, of task: UInt64) -> Bool {
    state.withLock { state in
      if state.agenda.isOver { return false }
      let id = state.agenda.nextID()
      var timer = Agenda.Timer(id: id, deadline: state.agenda.now + RuntimeHooks.exact(delay))
      timer.sleep = Agenda.Sleep(
        task: task,
        number: state.agenda.number(ofTask: task),
        work: { pledge_hooks_run(job) },
        release: { pledge_hooks_release(job) }
      )
      return state.agenda.add(timer) == .added
    }
  }
}

extension pledge_job {
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
    if let known = functions.withLock({ $0[address] }) { return known.text }
    let name = RuntimeReference.takeText(at: pledge_hooks_function(address))
    let function = Function(text: name.flatMap { FunctionName(demangled: $0)?.text })
    functions.withLock { $0[address] = function }
    return function.text
  }
}

private struct Function {
  let text: String?
}

/// The names of functions by address: the table of all symbols is long.
private let functions = Locked<[UInt: Function]>([:])
