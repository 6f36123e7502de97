import Dispatch
import Explorer
import Pledge

/// Priorities that are lent while promises are linked, settled, and spliced out of chains.
enum Priorities {
  static let all: [Scenario] = [
    follow, link, splice, twice, detach, settle, cycle, awaited, awaitedAsItStarts, awaitedTwice,
    awaitedByThree, awaitedAsConsumersDetach, awaitedAsItIsLinked,
  ]

  /// The stage begins to wait for the inner promise.
  static let follow = Scenario("priority-flatmap", lends) { trial in
    let (source, resolver) = Promise<Int>.pending()
    let inner = trial.promise("inner")
    let outer = trial.track(source.flatMap { _ in inner }, "outer")
    trial.thread(escalate("outer", outer))
    trial.thread(resolve("source", resolver))
    trial.expectPriority(of: inner, outer)
  }

  /// A promise with a stage is chained after another one.
  static let link = Scenario("priority-chain", lends) { trial in
    let (first, last) = (trial.promise("first"), trial.promise("last"))
    let stage = last.map { $0 }
    trial.thread(escalate("stage", stage))
    trial.thread(chain("last", last, after: first))
    trial.expectPriority(of: first, last)
  }

  /// Stages that only forward are taken out of the chain.
  static let splice = Scenario("priority-splice", lends) { trial in
    let (first, firstResolver) = Promise<Int>.pending()
    let (second, secondResolver) = Promise<Int>.pending()
    let (third, thirdResolver) = Promise<Int>.pending()
    let inner = trial.promise("inner")
    let outer = trial.track(
      first.flatMap { _ in second.flatMap { _ in third.flatMap { _ in inner } } },
      "outer"
    )
    trial.thread(escalate("outer", outer))
    trial.thread(
      resolve("first", firstResolver),
      resolve("second", secondResolver),
      resolve("third", thirdResolver)
    )
    trial.expectPriority(of: inner, outer)
  }

  /// Two threads lend different priorities.
  static let twice = Scenario("priority-two", lends) { trial in
    let (a, b) = (trial.promise("a"), trial.promise("b"))
    let both = a &&& b
    trial.thread(escalate("both low", both, .low))
    trial.thread(escalate("both high", both))
    trial.expectPriority(of: a, b)
  }

  /// Consumers that are counted in the same word detach.
  static let detach = Scenario("priority-detach", lends) { trial in
    let promise = trial.promise("promise")
    let (a, b) = (promise.map { $0 }, promise.map { $0 })
    trial.thread(discard("a", a), discard("b", b))
    trial.thread(escalate("promise", promise))
    trial.expectPriority(of: promise)
  }

  /// The chain settles.
  static let settle = Scenario("priority-settle") { trial in
    let promise = trial.promise("promise")
    let stage = trial.track(promise.map(trial.increment()), "stage")
    stage.observe(trial.handler("a"))
    trial.thread(escalate("stage", stage))
    trial.thread(resolve("promise", promise))
    trial.thread(attach("b", to: promise, trial, in: "source"))
    trial.expect(promise, stage)
  }

  /// Two promises of a cycle are raised at once.
  static let cycle = Scenario("priority-cycle", .invariant { $0.ends(with: "CycleError") }) {
    trial in
    let (a, b) = (trial.promise("a"), trial.promise("b"))
    for promise in [a, b] { promise.observe(trial.handler("a")) }
    trial.thread(escalate("a", a), chain("a", a, after: b))
    trial.thread(escalate("b", b), chain("b", b, after: a))
    trial.expect(a, b)
  }

  /// A promise that waits for nothing gets its work while a task begins to await it.
  static let awaited = awaited("work") { trial, awaited in trial.thread(awaited.addWork()) }

  /// The same with a block that occupies the payload.
  static let awaitedAsItStarts = awaited("start") { trial, awaited in
    trial.thread(
      Operation("add block") { awaited.resolver.onDiscard {} },
      awaited.addWork()
    )
  }

  /// Two tasks of different priorities await the promise.
  static let awaitedTwice = awaited("two") { trial, awaited in
    trial.thread(awaited.await(.low))
    trial.thread(awaited.addWork())
  }

  /// One of three tasks has high priority.
  static let awaitedByThree = awaited("three") { trial, awaited in
    trial.thread(awaited.await(.background), awaited.await(.low), awaited.addWork())
  }

  /// Consumers come and go.
  static let awaitedAsConsumersDetach = awaited("detach") { trial, awaited in
    let slot = Slot<Promise<Int>>()
    trial.thread(
      Operation("attach a") { slot.object = awaited.promise.map { $0 } },
      Operation("discard a") { slot.object?.discard() }
    )
    trial.thread(awaited.addWork())
  }

  /// The promise begins to wait for one with work.
  static let awaitedAsItIsLinked = awaited("chain") { trial, awaited in
    let (work, resolver) = Promise<Int>.pending()
    trial.thread(
      chain("promise", awaited.promise, after: work),
      awaited.addWork(of: resolver)
    )
  }

  private static func awaited(
    _ name: String,
    _ addThreads: @escaping @Sendable (Trial, AwaitedPromise) -> Void
  ) -> Scenario {
    Scenario("priority-await-\(name)", lends) { trial in
      let awaited = AwaitedPromise()
      trial.thread(awaited.await(.high))
      addThreads(trial, awaited)
      trial.atEnd { trial.note("\(awaited.end())", for: "ended") }
    }
  }

  private static let lends = Scenario.Rule.invariant { $0.ends(with: "true") }

  private static func escalate<Value>(
    _ name: String,
    _ promise: Promise<Value>,
    _ priority: TaskPriority = .high
  ) -> Operation {
    Operation("escalate \(name)") { promise.escalatePriority(to: priority) }
  }
}

/// A promise that waits for nothing at first, that tasks await, and whose work is told priorities.
///
/// A task runs on the thread of its operation until it is suspended.
private final class AwaitedPromise: Sendable {
  let promise: Promise<Int>
  let resolver: Resolver<Int>
  /// The tasks' reference, empty by the time that they release it.
  private let slot: Slot<Promise<Int>>
  private let tasks = Slot(0)
  private let (wasTold, taskHasEnded) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))

  init() {
    (promise, resolver) = Promise<Int>.pending()
    slot = Slot(promise)
  }

  func await(_ priority: TaskPriority) -> Operation {
    Operation("await with priority \(priority.rawValue)") { [slot, tasks, taskHasEnded] in
      guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
      tasks.object = (tasks.object ?? 0) + 1
      Task.immediate(priority: priority) {
        _ = try? await slot.object?.value
        taskHasEnded.signal()
      }
    }
  }

  func addWork(of resolver: Resolver<Int>? = nil) -> Operation {
    Operation("add work") { [own = self.resolver, wasTold] in
      (resolver ?? own).onPriorityEscalated { if $0 == .high { wasTold.signal() } }
    }
  }

  /// Ends the tasks.
  ///
  /// - Returns: Whether the work was told high priority; if it was not, this takes ten seconds.
  func end() -> Bool {
    defer {
      resolver.resolve(1)
      for _ in 0..<(tasks.object ?? 0) { taskHasEnded.wait() }
      slot.drop()
    }
    return wasTold.wait(timeout: .now() + 10) == .success
  }
}

extension Trial {
  /// Records whether each promise was lent high priority.
  fileprivate func expectPriority<Value>(of promises: Promise<Value>...) {
    atEnd {
      for promise in promises {
        self.note("\(promise.explain().contains("with priority 25"))", for: "ended")
      }
    }
  }
}
