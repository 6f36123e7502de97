internal import CPledgeTesting
internal import PledgeSupport

/// The concurrency runtime's hooks, which lead the jobs of a thread that explores into its world.
///
/// The hooks stay in place until the process ends, but do nothing on other threads, except for a task
/// of a world that another thread resumes.
enum RuntimeHooks {
  /// Which parts of the runtime can be explored.
  struct Support {
    /// Tasks, actors, and the main actor.
    var hasTasks = false
    /// Sleeps in every task and actor.
    var hasSleeps = false
    /// The instants of the standard library's clocks.
    var hasClocks = false

    /// What a body may wait for in vain, as text.
    var outside: String {
      let causes =
        if hasTasks {
          hasSleeps
            ? "a queue, a thread, or a continuation that is never resumed"
            : "a queue, a thread, or `Task.sleep`, which this system does not let explore: inject a"
              + " clock, and pass world.clock"
        } else { "`Task { }`, the main actor, or another clock" }
      return "something outside the world, such as \(causes)"
    }
  }

  /// The worlds by their numbers.
  private static let worlds = Locked(Worlds())

  /// Sets the hooks when it is first read.
  static let support = {
    guard #available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *) else {
      return Support()
    }
    let hasHooks = pledge_hooks_install(
      { world, job in RuntimeHooks.receive(job, in: world) },
      { world, job, delay, sleeper in RuntimeHooks.receive(job, in: world, after: delay, sleeper) },
      pledge_executor(RuntimeReference.words(of: ExploredMainActor.shared)),
      pledge_executor(RuntimeReference.words(of: ExploredActors.shared))
    )
    guard hasHooks, firstTask() != 0 else { return Support() }
    return Support(
      hasTasks: true,
      hasSleeps: SleepExecutor.install(),
      hasClocks: pledge_hooks_stop_clocks()
    )
  }()

  /// Runs the orderings of an exploration on the current thread.
  struct Takeover {
    /// The runtime's number of a task that is older than all of the orderings.
    let newestOtherTask = support.hasTasks ? firstTask() : 0
    private let number = support.hasTasks ? worlds.withLock { $0.add() } : 0

    /// Runs `body` with the current thread as that of `world`.
    func run<Output>(_ world: Exploration.World, _ body: () -> Output) -> Output {
      guard number != 0 else { return body() }
      // The previous world is released after unlocking.
      _ = worlds.withLock { $0.replace(number, with: world) }
      pledge_hooks_set_time(0)
      let previous = pledge_hooks_enter(number)
      defer { _ = pledge_hooks_enter(previous) }
      return body()
    }

    /// Ends the exploration.
    func end() { _ = worlds.withLock { $0.replace(number, with: nil) } }
  }

  /// Lets the clocks of the thread that explores show `time`, since the start of the ordering.
  static func setTime(_ time: Duration) {
    pledge_hooks_set_time(Int64((time / .nanoseconds(1)).rounded()))
  }

  /// The delay for which a task was to sleep: between reading a clock that runs and sleeping, some
  /// of it has passed.
  static func exact(_ delay: Duration) -> Duration {
    if support.hasClocks { return max(delay, .zero) }
    let millisecond = Duration.milliseconds(1)
    return max(millisecond * (delay / millisecond).rounded(.up), .zero)
  }

  /// Starts a task, whose number is higher than those of all others; zero if no hook is called.
  private static func firstTask() -> UInt64 {
    let previous = pledge_hooks_enter(.max)
    defer { _ = pledge_hooks_enter(previous) }
    let number = Locked<UInt64>(0)
    $newTask.withValue(number) { _ = Task {} }
    return number.withLock { $0 }
  }

  @TaskLocal private static var newTask: Locked<UInt64>?

  private static func receive(_ job: pledge_job, in number: UInt64) -> Bool {
    if number == .max {
      newTask?.withLock { $0 = job.task }
      return false
    }
    if number != 0 { return worlds.withLock { $0[number] }?.add(job) ?? false }
    // Another thread: the job may continue a task of a world.
    let others = job.task == 0 ? [] : worlds.withLock { $0.all }
    return others.contains { $0.addForeign(job) }
  }

  private static func receive(
    _ job: pledge_job,
    in number: UInt64,
    after delay: Int64,
    _ sleeper: UInt64
  ) -> Bool {
    worlds.withLock { $0[number] }?.addSleep(job, .nanoseconds(delay), of: sleeper) ?? false
  }
}

/// The worlds of the explorations that are running.
private struct Worlds {
  private var worlds: [UInt64: Exploration.World] = [:]
  private var last: UInt64 = 0

  subscript(number: UInt64) -> Exploration.World? { worlds[number] }
  var all: [Exploration.World] { Array(worlds.values) }

  /// Returns a number for worlds that follow each other.
  mutating func add() -> UInt64 {
    last += 1
    return last
  }

  mutating func replace(_ number: UInt64, with world: Exploration.World?) -> Exploration.World? {
    let previous = worlds[number]
    worlds[number] = world
    return previous
  }
}

extension pledge_executor {
  fileprivate init(_ words: (identity: UInt, table: UInt)) {
    self.init(identity: words.identity, implementation: words.table)
  }
}
