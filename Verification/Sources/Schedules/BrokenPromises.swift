import Explorer
import Pledge

/// Producers and promises that are released while others wait for them.
enum BrokenPromises {
  static let all = [
    breakPromise, dropSource, dropAndDetach, dropAndAttach, dropAndSearch, dropCleanup,
    weakReference,
  ]

  /// The last resolver is released while one consumer detaches and another registers.
  static let breakPromise = Scenario("broken") { trial in
    let (promise, resolver) = trial.pending("promise")
    let handle = Slot(resolver)
    let stage = promise.map { $0 }
    stage.observe(trial.handler("a"))
    trial.thread(drop("resolver", handle))
    trial.thread(discard("stage", stage))
    trial.thread(attach("b", to: promise, trial, in: "promise"), read("promise", promise))
    trial.expect(promise, stage)
  }

  /// The last reference to a root is released while one stage detaches and another gets a consumer.
  static let dropSource = Scenario("drop-root") { trial in
    let (root, stages) = heldRoot(trial.promise("root"))
    stages[0].observe(trial.handler("a"))
    trial.thread(drop("root", root))
    trial.thread(discard("first", stages[0]))
    trial.thread(attach("b", to: stages[1], trial, in: "second"))
    trial.expect(stages[0], stages[1])
  }

  /// A root with work is released while its last consumers detach.
  static let dropAndDetach = Scenario(
    "drop-detach",
    .invariant { $0.ends(with: "DiscardedError", "BrokenPromiseError") && $0["blocks"].count <= 1 }
  ) { trial in
    let (root, stages) = heldRoot(trial.work("root"))
    trial.thread(drop("root", root))
    trial.thread(discard("first", stages[0]))
    trial.thread(discard("second", stages[1]))
    trial.expect(stages[0], stages[1])
  }

  /// A root with work is released while its stage, which has lost a consumer, gets another one.
  static let dropAndAttach = Scenario("drop-attach") { trial in
    let (root, stages) = heldRoot(trial.work("root"), 1)
    stages[0].observe(trial.handler("a"))
    stages[0].map { $0 }.discard()
    trial.thread(drop("root", root))
    trial.thread(attach("b", to: stages[0], trial, in: "second"))
    trial.expect(stages[0])
  }

  /// The work of a cleanup is released while the stage that waits for it is discarded.
  static let dropCleanup = Scenario("drop-cleanup", .invariant { $0["handled"].count == 1 }) {
    trial in
    let cleanup = Slot(trial.work("cleanup"))
    let result = Promise(value: 1).ensureThen { cleanup.object ?? Promise(value: 0) }
    result.observe(trial.handler("a"))
    trial.thread(drop("cleanup", cleanup))
    trial.thread(discard("result", result))
  }

  /// A root is released with deferred delivery while a thread searches for a cycle and reaches the
  /// root.
  static let dropAndSearch = Scenario("drop-search") { trial in
    let (root, stages) = heldRoot(trial.promise("root"), 1)
    let promise = trial.promise("promise")
    promise.observe(trial.handler("a"))
    trial.thread(Operation("drop root within handlers") { nest { root.drop() } })
    trial.thread(chain("promise", promise, after: stages[0]))
    trial.expect(stages[0], promise)
  }

  /// A promise is observed through a weak reference while its last strong reference is released.
  static let weakReference = Scenario("weak") { trial in
    let (root, stages) = heldRoot(trial.promise("root"), 1)
    let weakRoot = { [weak object = root.object] in object }
    trial.thread(drop("root", root))
    trial.thread(
      Operation("attach a") { _ = weakRoot()?.observe(trial.handler("a", in: "a")) }
    )
    trial.thread(discard("stage", stages[0]))
    trial.expect(stages[0])
  }

  /// Returns a promise that only a slot refers to, and its stages.
  private static func heldRoot(
    _ promise: Promise<Int>,
    _ count: Int = 2
  ) -> (Slot<Promise<Int>>, [Promise<Int>]) {
    (Slot(promise), (0..<count).map { _ in promise.map { $0 } })
  }
}
