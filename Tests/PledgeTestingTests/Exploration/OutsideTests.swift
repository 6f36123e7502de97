import Dispatch
import Pledge
import PledgeTestSupport
import Testing

@testable import PledgeTesting

/// Work that contexts outside of the world receive, even if it is discarded before they run it.
@Suite(.hangLimit)
struct OutsideTests {
  /// Programs that hand something to a queue that runs nothing, except for `ended`.
  fileprivate enum Program: CaseIterable {
    case observe, main, map, discardedMap, tap, ensure, work, cleanup, ended

    func hand(to queue: DispatchQueue, in world: Exploration.World, _ bag: DiscardBag) {
      let answer = world.pending(Int.self, .value(1), file: "A", line: 3)
      switch self {
      case .observe: answer.observe(on: MainActor.shared) { _ in }.discarded(by: bag)
      case .main: answer.map(on: MainActor.shared) { $0 }.ignoringErrors()
      case .map: answer.map(on: queue) { $0 }.ignoringErrors()
      case .discardedMap: answer.map(on: queue) { $0 }.discarded(by: bag).ignoringErrors()
      case .tap: Promise(value: 1, file: "A", line: 3).tap(on: queue) { _ in }.discard()
      case .ensure: answer.ensure(on: queue) {}.discard()
      case .work: Promise(on: queue) { 1 }.discard()
      case .cleanup:
        let (promise, resolver) = Promise<Int>.pending()
        resolver.onDiscard(on: queue) {}
        promise.discard()
      case .ended:
        let other = DispatchQueue(label: "q")
        Promise(value: 1, file: "A", line: 3).map(on: other) { $0 }.ignoringErrors()
        other.sync {}
      }
    }

    var problem: String {
      let stage =
        switch self {
        case .observe: "observe from A:3 runs on \"main actor\""
        case .main: "map from A:3 runs on \"main actor\""
        case .map, .discardedMap, .ended: "map from A:3 runs on \"q\""
        case .tap, .ensure: "\(self) from A:3 runs on \"q\""
        case .work, .cleanup: "work runs on \"q\""
        }
      return "\(stage), outside the world: pass world.context(…)"
    }
  }

  @Test(arguments: Program.allCases)
  fileprivate func `what another context receives is reported, even if it is discarded`(
    program: Program
  ) {
    expectProblem(of: program)
  }

  @Test @MainActor func `a handler on the main actor is reported in a test on it, too`() {
    expectProblem(of: .main)
  }

  private func expectProblem(of program: Program) {
    let (queue, bag) = (DispatchQueue(label: "q"), DiscardBag())
    queue.suspend()
    defer { queue.resume() }
    let problems = problems { world in
      program.hand(to: queue, in: world, bag)
      world.run()
      bag.discardAll()
    }
    #expect(problems == [program.problem])
  }

  private struct Forwarding: ExecutionContext {
    let send: @Sendable (@escaping @Sendable () -> Void) -> Void
    func run(_ work: @escaping @Sendable () -> Void) { send(work) }
  }

  @Test func `a context is not outside that forwards to the world, or runs its jobs here`() throws {
    let report = try explore { world in
      let main = world.context("main")
      let forwarding = Forwarding { main.run($0) }
      let (jobs, bag) = (Log<@Sendable () -> Void>(), DiscardBag())
      let answers = (1...2).map { world.pending(Int.self, .value($0)) }
      answers[0].map(on: forwarding) { $0 }.discarded(by: bag).ignoringErrors()
      answers[1].map(on: Forwarding { jobs.add($0) }) { $0 }.ignoringErrors()
      world.discardAtAnyTime(bag)
      Promise(on: forwarding) { 1 }.discard()
      world.run()
      for job in jobs.entries { job() }
    }
    #expect(report.isComplete)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private final class QueueExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "own")
    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      // SAFETY: each job is received once, so it runs once.
      queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
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
    let problems = problems { world in
      let actor = OwnThread()
      Task { await actor.call() }
      world.run()
    }
    #expect(problems.contains { $0.hasPrefix("a task runs on the executor Queue") })
  }
}
