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
      if isTracing { state.trace.names.note(number, job) }
      let entry = Agenda.TaskJob(
        stop: isTracing ? stop(ofTask: number, job) : Stop(task: number),
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

  /// Notes a task that the running one has created, if it is to be described.
  func noteCreation(of task: UInt64, _ name: UInt) {
    guard isTracing else { return }
    let created = Trace.Names.Task(name: RuntimeReference.text(at: name), frames: CodePlace.stack())
    state.withLock { state in
      if state.agenda.taskNumbers[task] == nil { state.trace.names.created[task] = created }
    }
  }

  /// Notes a continuation that was released before it was resumed, if it is to be described.
  func noteLoss(_ message: String?) {
    // Such as `SWIFT TASK CONTINUATION MISUSE: load() leaked its continuation without …`.
    let name = message?.firstMatch(of: /: ([^(]+).* leaked its continuation/)?.1
    if isTracing, let name { state.withLock { $0.trace.names.lost.append(String(name)) } }
  }

  /// Returns where a task goes on.
  private func stop(ofTask number: Int, _ job: pledge_job) -> Stop {
    let actor = job.executor.identity
    let isMain = job.executor.implementation != 0
    let type = isMain ? "main actor" : RuntimeReference.typeName(ofObjectAt: actor)
    return Stop(
      task: number,
      actor: actor,
      actorType: actor == 0 ? nil : type,
      frames: job.frames,
      cause: cause
    )
  }

  /// The label of the promise that was settled last in the step, if it has one.
  var cause: String? { watch.state.withLock { $0.affected?.last?.label } }

  /// Adds a job if it continues a task of this world, which fails the ordering: another thread has
  /// caused it.
  func addForeign(_ job: pledge_job) -> Bool {
    let isKnown = state.withLock { state in
      guard !state.agenda.isOver, let number = state.agenda.taskNumbers[job.task] else {
        return false
      }
      let wait = isTracing ? ": \(state.trace.names.wait(of: number, job))" : ""
      state.fail("a task was resumed by another thread\(wait)")
      return true
    }
    return isKnown && add(job)
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
    let place = isTracing ? CodePlace.first(in: CodePlace.stack()) : nil
    let position = place?.position.map { " (\($0))" } ?? ""
    let problem = "a task runs on the executor \(name), outside the world\(position)"
    state.withLock { if !$0.agenda.isOver { $0.fail(problem) } }
  }
}

extension pledge_job {
  fileprivate var place: Agenda.TaskJob.Executor {
    if executor.identity == 0 { return .pool }
    return executor.implementation == 0 ? .actor(executor.identity) : .main
  }

  /// The functions in which the task goes on, the innermost one first, as addresses.
  fileprivate var frames: [UInt] {
    let isReturn = CodePlace.at(pledge_hooks_resumption(self)).isReturn
    return RuntimeReference.words(upTo: 16) { pledge_hooks_frames(self, isReturn, $0, 16) }
  }
}

extension Trace.Names {
  /// For each task that is kept, the thing it waits for, as text.
  var waits: [String] {
    tasks.sorted { $0.key < $1.key }.compactMap { number, task in
      guard let object = task.object?.value else { return nil }
      var job = pledge_job()
      (job.address, job.task) = (UInt(bitPattern: ObjectIdentifier(object)), UInt64(number))
      return pledge_hooks_has_ended(job.address) ? nil : wait(of: number, job)
    }
  }

  /// Returns the thing for which a suspended task waits, as text.
  fileprivate func wait(of number: Int, _ job: pledge_job) -> String {
    let frames = job.frames
    let place = CodePlace.first(in: frames)
    let position = place?.position.map { " at \($0)" } ?? ""
    let function = place?.function.map { " in `\($0)`" } ?? ""
    let symbols = frames.map(CodePlace.at).prefix { !$0.isOwn }.map(\.symbol)
    let cause = causes.first { cause in symbols.contains { $0.contains(cause.symbol) } }?.text
    // A runtime without symbols does not show what its functions wait for.
    let isKnown = frames.first.map { !CodePlace.at($0).symbol.isEmpty } ?? false
    let name = place?.function?.split(separator: ".").last.map(String.init) ?? ""
    let continuation =
      lost.contains(name)
      ? "a continuation that was released, and is lost"
      : "a callback, or whatever else resumes its continuation"
    let other = isKnown ? continuation : "something"
    return "\(text(ofTask: number)) waits\(position)\(function) for \(cause ?? other)"
  }

  /// Notes the task of a job, its name, and the place that has started it.
  fileprivate mutating func note(_ number: Int, _ job: pledge_job) {
    guard number > 0, tasks[number] == nil else { return }
    var task =
      created.removeValue(forKey: job.task)
      ?? Task(name: RuntimeReference.text(at: job.name), frames: CodePlace.stack())
    if keepsTasks { task.object = RuntimeReference.object(at: job.address).map(Unchecked.init) }
    tasks[number] = task
  }
}

/// The functions of the runtime in which tasks wait, and for what.
private let causes: [(symbol: String, text: String)] = [
  ("future_wait", "another task"), ("async_let", "another task"),
  ("roup", "the tasks of a group"), ("AsyncStream", "an element of a stream"),
]
