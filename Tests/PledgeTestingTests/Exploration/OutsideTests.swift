import Dispatch
import Pledge
import PledgeTestSupport
import Testing

@testable import PledgeTesting

/// What contexts outside of the world receive, even if it is discarded before they run it.
@Suite(.hangLimit)
struct OutsideTests {
  private typealias Program = @Sendable (Exploration.World, DispatchQueue) -> Void

  private static func answer(_ world: Exploration.World) -> Promise<Int> {
    world.pending(Int.self, .value(1), file: "A", line: 3)
  }

  /// Programs that discard what they have handed to a queue that runs nothing, with the problem.
  private static let programs: [(String, Program)] = [
    (
      "observe from A:3 runs on \"main actor\"",
      { world, _ in
        let bag = DiscardBag()
        answer(world).observe(on: MainActor.shared) { _ in }.discarded(by: bag)
        world.run()
      }
    ),
    (
      "map from A:3 runs on \"q\"",
      { world, queue in
        let bag = DiscardBag()
        answer(world).map(on: queue) { $0 }.discarded(by: bag).ignoringErrors()
        world.run()
      }
    ),
    (
      "tap from A:3 runs on \"q\"",
      { world, queue in
        Promise(value: 1, file: "A", line: 3).tap(on: queue) { _ in }.discard()
        world.run()
      }
    ),
    (
      "ensure from A:3 runs on \"q\"",
      { world, queue in
        answer(world).ensure(on: queue) {}.discard()
        world.run()
      }
    ),
    (
      "work runs on \"q\"",
      { world, queue in
        Promise(on: queue) { 1 }.discard()
        world.run()
      }
    ),
    (
      "work runs on \"q\"",
      { world, queue in
        let (promise, resolver) = Promise<Int>.pending()
        resolver.onDiscard(on: queue) {}
        promise.discard()
        world.run()
      }
    ),
    (
      "a timer runs on a clock outside the world",
      { world, _ in
        Task.detached { after(.seconds(50)).discard() }
        world.run()
      }
    ),
  ]

  @Test(.enabled(if: RuntimeHooks.support.hasTasks), arguments: programs.indices)
  func `what is discarded later is reported, too`(program: Int) throws {
    let queue = DispatchQueue(label: "q")
    queue.suspend()
    defer { queue.resume() }
    let (problem, run) = OutsideTests.programs[program]
    let error = try #require(throws: ExplorationError.self) { try explore { run($0, queue) } }
    #expect(error.problems.count == 1)
    #expect(error.problems.first?.hasPrefix(problem) == true, "\(error)")
  }

  private struct Forwarding: ExecutionContext {
    let send: @Sendable (@escaping @Sendable () -> Void) -> Void
    func run(_ work: @escaping @Sendable () -> Void) { send(work) }
  }

  @Test func `a context is not outside that forwards to the world, or runs its jobs here`() throws {
    let report = try explore { world in
      let main = world.context("main")
      let (forwarding, jobs, bag) = (
        Forwarding { main.run($0) }, Log<@Sendable () -> Void>(), DiscardBag()
      )
      OutsideTests.answer(world).map(on: forwarding) { $0 }.discarded(by: bag).ignoringErrors()
      OutsideTests.answer(world).map(on: Forwarding { jobs.add($0) }) { $0 }.ignoringErrors()
      world.mayDiscard(bag)
      Promise(on: forwarding) { 1 }.discard()
      world.run()
      for job in jobs.entries { job() }
    }
    #expect(report.isComplete)
  }

  private final class QueueExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "own")
    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      // SAFETY: each job is received once, so it runs once.
      queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
  }

  private actor OwnThread {
    private let executor = QueueExecutor()
    private var calls = 0
    nonisolated var unownedExecutor: UnownedSerialExecutor {
      unsafe executor.asUnownedSerialExecutor()
    }
    func call() { calls += 1 }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(.enabled(if: RuntimeHooks.support.hasSleeps))
  func `a task that calls an actor with a thread of its own is reported, unless awaited`() {
    let error = #expect(throws: ExplorationError.self) {
      try explore { world in
        let actor = OwnThread()
        Task { await actor.call() }
        world.run()
      }
    }
    #expect(error?.problems.contains { $0.hasPrefix("a task runs on the executor Queue") } == true)
  }
}
