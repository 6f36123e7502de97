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
      { actor in
        for world in RuntimeHooks.current { world.noteForeignCall(of: actor) }
      },
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
    private let current = Current(nil)
    private let number: UInt64

    init() {
      let current = current
      number = support.hasTasks ? worlds.withLock { $0.add(current) } : 0
      pledge_hooks_count(1)
    }

    /// Runs `body` with the current thread as that of `world`.
    func run<Output>(_ world: Exploration.World, _ body: () -> Output) -> Output {
      if number == 0 { return body() }
      // The previous world is released after unlocking.
      _ = current.withLock { current in
        defer { current = world }
        return current
      }
      pledge_hooks_reset_time()
      let previous = pledge_hooks_enter(number)
      defer { _ = pledge_hooks_enter(previous) }
      return body()
    }

    /// Ends the exploration.
    func end() {
      pledge_hooks_count(-1)
      _ = worlds.withLock { $0.remove(number) }
    }
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

  private static func world(_ number: UInt64) -> Exploration.World? {
    worlds.withLock { $0[number] }?.withLock { $0 }
  }

  /// Starts a task, whose number is higher than those of all others; zero if no hook is called.
  private static func firstTask() -> UInt64 {
    let previous = pledge_hooks_enter(.max)
    defer { _ = pledge_hooks_enter(previous) }
    let received = Locked<pledge_job?>(nil)
    $newTask.withValue(received) { _ = Task {} }
    guard let job = received.withLock({ $0 }) else { return 0 }
    pledge_hooks_run(job)
    return job.task
  }

  @TaskLocal private static var newTask: Locked<pledge_job?>?

  private static func receive(_ job: pledge_job, in number: UInt64) -> Bool {
    if number == .max {
      newTask?.withLock { $0 = job }
      return true
    }
    if number != 0 { return world(number)?.add(job) ?? false }
    // Another thread: the job may continue a task of a world.
    return job.task != 0 && current.contains { $0.addForeign(job) }
  }

  /// The worlds of all explorations.
  private static var current: [Exploration.World] {
    worlds.withLock { $0.all }.compactMap { $0.withLock { $0 } }
  }

  private static func receive(
    _ job: pledge_job,
    in number: UInt64,
    after delay: Int64,
    _ sleeper: UInt64
  ) -> Bool {
    world(number)?.addSleep(job, .nanoseconds(delay), of: sleeper) ?? false
  }
}

/// The world of the ordering that an exploration tries.
private typealias Current = Locked<Exploration.World?>

/// The explorations that are running.
private struct Worlds {
  private var worlds: [UInt64: Current] = [:]
  private var last: UInt64 = 0

  subscript(number: UInt64) -> Current? { worlds[number] }
  var all: [Current] { Array(worlds.values) }

  mutating func add(_ current: Current) -> UInt64 {
    last += 1
    worlds[last] = current
    return last
  }

  mutating func remove(_ number: UInt64) -> Current? { worlds.removeValue(forKey: number) }
}

extension pledge_executor {
  fileprivate init(_ words: (identity: UInt, table: UInt)) {
    self.init(identity: words.identity, implementation: words.table)
  }
}
