internal import CPledgeTesting
internal import Foundation
internal import PledgeSupport

/// The concurrency runtime's hooks, which lead the jobs of a thread that explores into its world.
///
/// The hooks stay in place until the process ends, but do nothing on other threads, except where
/// these resume a task of a world, or run one of its actors.
enum RuntimeHooks {
  /// Which parts of the runtime can be explored.
  struct Support {
    /// Tasks, actors, and the main actor.
    var hasTasks = false
    /// Sleeps in every task and actor.
    var hasSleeps = false
    /// The instants of the standard library's clocks.
    var hasClocks = false
    /// Interruptions within a part of a task.
    var hasPoints = false

    /// The events that a body may wait for in vain, as text.
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

  /// The world of the ordering that each exploration tries, by the numbers of the explorations.
  private static let worlds = Locked<[UInt64: Exploration.World]>([:])

  /// Sets the hooks when it is first read.
  static let support = {
    guard #available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *) else {
      return Support()
    }
    let hooks = pledge_hooks(
      receive: { RuntimeHooks.receive($1, in: $0) },
      receive_actor: { actor in for world in allWorlds { world.noteForeignCall(of: actor) } },
      create: { number, task, name in world(number)?.noteCreation(of: task, name) },
      lose: { number, message in world(number)?.noteLoss(RuntimeReference.text(at: message)) },
      leave: { number, executor in world(number)?.noteDeparture(to: executor) },
      point: { number in world(number)?.interrupt() },
      wait: { number, owner in world(number)?.wait(for: owner) ?? PLEDGE_WAIT },
      note_mutex: { number in world(number)?.turns?.noteMutex() },
      main: pledge_executor(RuntimeReference.words(of: ExploredMainActor.shared)),
      actors: pledge_executor(RuntimeReference.words(of: ExploredActors.shared))
    )
    guard pledge_hooks_install(hooks), newestTask() != 0 else { return Support() }
    return Support(
      hasTasks: true,
      hasSleeps: SleepExecutor.install(),
      hasClocks: pledge_hooks_stop_clocks(),
      hasPoints: pledge_locks_install { useLocks() }
    )
  }()

  /// Leads what the current thread starts into the worlds of an exploration, as long as it exists.
  final class Takeover {
    /// The runtime's number of a task that is older than all of the orderings.
    let newestOtherTask = support.hasTasks ? newestTask() : 0
    private let number = support.hasTasks ? pledge_hooks_begin() : 0
    /// The threads that run parts of tasks; `nil` where these cannot be interrupted.
    private(set) var turns: Turns?
    /// Whether a `Set` or a `Dictionary` iterates its elements in the same order in each ordering.
    let hasFixedHashing = pledge_process_begin()

    init(_ watch: Watch) {
      if support.hasPoints { turns = Turns(of: number, watch) }
    }

    /// Runs `body` with the current thread as that of `world`.
    func run<Output>(_ world: Exploration.World, _ body: () -> Output) -> Output {
      if number == 0 { return body() }
      // The previous world is released after unlocking.
      _ = worlds.withLock { $0.updateValue(world, forKey: number) }
      pledge_hooks_reset_time()
      let previous = pledge_hooks_enter(number)
      defer { _ = pledge_hooks_enter(previous) }
      return body()
    }

    deinit {
      turns?.end()
      pledge_process_end()
      if number == 0 { return }
      pledge_hooks_end()
      _ = worlds.withLock { $0.removeValue(forKey: number) }
    }
  }

  /// Takes and releases the lock of a stream, and those of Foundation, in each form.
  private static func useLocks() {
    AsyncStream<Int>.makeStream().continuation.yield(1)
    for lock in [NSLock(), NSRecursiveLock()] as [any NSLocking] {
      lock.lock()
      lock.unlock()
      lock.withLock {}
      try? lock.withLock { throw CancellationError() }
    }
  }

  /// Lets the clocks of the thread that explores show `time`, since the start of the ordering.
  static func setTime(_ time: Duration) { pledge_hooks_set_time(time.wholeNanoseconds) }

  /// The delay for which a task was to sleep: between reading a clock that runs and sleeping, some
  /// of it has passed.
  static func exact(_ delay: Duration) -> Duration {
    if support.hasClocks { return max(delay, .zero) }
    let millisecond = Duration.milliseconds(1)
    return max(millisecond * (delay / millisecond).rounded(.up), .zero)
  }

  /// Runs a task, and returns its number, which is higher than all before; zero if no hook is
  /// called.
  private static func newestTask() -> UInt64 {
    guard let job = newTask({}) else { return 0 }
    pledge_hooks_run_here(job)
    return job.task
  }

  /// Runs a function that waits for nothing on this thread; returns `false` on an actor, and where
  /// no hook is called.
  static func runHere(_ body: @escaping @Sendable () async -> Void) -> Bool {
    guard support.hasPoints, !pledge_hooks_has_executor(), let job = newTask(body) else {
      return false
    }
    pledge_hooks_run_here(job)
    return true
  }

  private static func newTask(_ body: @escaping @Sendable () async -> Void) -> pledge_job? {
    let previous = pledge_hooks_enter(.max)
    defer { _ = pledge_hooks_enter(previous) }
    let received = Locked<pledge_job?>(nil)
    $received.withValue(received) { _ = Task(operation: body) }
    return received.withLock { $0 }
  }

  @TaskLocal private static var received: Locked<pledge_job?>?

  private static func world(_ number: UInt64) -> Exploration.World? {
    worlds.withLock { $0[number] }
  }

  private static var allWorlds: [Exploration.World] { worlds.withLock { Array($0.values) } }

  private static func receive(_ job: pledge_job, in number: UInt64) -> Bool {
    switch number {
    case .max:
      received?.withLock { $0 = job }
      return true
    // Another thread: the job may continue a task of a world.
    case 0: return job.task != 0 && allWorlds.contains { $0.addForeign(job) }
    default: return world(number)?.add(job) ?? false
    }
  }
}

extension Duration {
  /// The duration in nanoseconds, as the hooks take it; half of the greatest one if it is too long.
  var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return isTooLong ? .max / 2 : product + attoseconds / 1_000_000_000
  }
}

extension pledge_executor {
  fileprivate init(_ words: (identity: UInt, table: UInt)) {
    self.init(identity: words.identity, implementation: words.table)
  }
}
