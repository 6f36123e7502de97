import Explorer
import Pledge

/// Producers and promises that are released while others wait for them.
enum BrokenPromises {
  static let all = [
    breakPromise, breakChain, dropSource, dropAndDetach, dropAndSearch, weakReference, dropGroup,
  ]

  /// The last resolver is released while one consumer detaches and another registers.
  static let breakPromise = Scenario("broken") { trial in
    let (promise, resolver) = Promise<Int>.pending()
    let handle = Slot(resolver)
    let stage = promise.map { $0 }
    stage.observe(trial.handler("a"))
    trial.thread(Operation("drop resolver") { handle.drop() })
    trial.thread(discard("stage", stage))
    trial.thread(attach("b", to: promise, trial, in: "promise"), read("promise", promise))
    trial.expect(trial.track(promise, "promise"), stage)
  }

  /// A resolver is released while another one settles, and consumers are added to the chain.
  static let breakChain = Scenario("broken-settle") { trial in
    let (promise, resolver) = Promise<Int>.pending()
    let (first, second) = (Slot(resolver), Slot(resolver))
    let stage = promise.map { $0 }
    trial.thread(
      Operation("fulfill") { first.object?.resolve(1) ?? false },
      Operation("drop first") { first.drop() }
    )
    trial.thread(Operation("drop second") { second.drop() })
    trial.thread(attach("a", to: stage, trial), attach("b", to: promise, trial, in: "promise"))
    trial.expect(trial.track(promise, "promise"), stage)
  }

  /// The last reference to a root is released while one stage detaches and another gets a consumer.
  static let dropSource = Scenario("drop-root") { trial in
    let root = Slot(trial.track(Promise<Int>(), "root"))
    let stages = root.object.map { root in [root.map { $0 }, root.map { $0 }] } ?? []
    stages[0].observe(trial.handler("a"))
    trial.thread(Operation("drop root") { root.drop() })
    trial.thread(discard("first", stages[0]))
    trial.thread(attach("b", to: stages[1], trial, in: "second"))
    trial.expect(stages[0], stages[1])
  }

  /// A root with work is released while its last consumers detach.
  static let dropAndDetach = Scenario("drop-detach", .invariant(BrokenPromises.isOver)) { trial in
    let root = Slot(trial.track(Promise<Int>(discard: trial.run("root")), "root"))
    let stages = root.object.map { root in [root.map { $0 }, root.map { $0 }] } ?? []
    trial.thread(Operation("drop root") { root.drop() })
    trial.thread(discard("first", stages[0]))
    trial.thread(discard("second", stages[1]))
    trial.expect(stages[0], stages[1])
  }

  /// A root is released with deferred delivery while a thread searches for a cycle and reaches the
  /// root.
  static let dropAndSearch = Scenario("drop-search") { trial in
    let root = Slot(trial.track(Promise<Int>(), "root"))
    let stage = root.object?.map { $0 } ?? Promise(value: 0)
    let promise = trial.track(Promise<Int>(), "promise")
    promise.observe(trial.handler("a"))
    trial.thread(Operation("drop root within handlers") { nest(47) { root.drop() } })
    trial.thread(Operation("chain") { promise.chain(after: stage) })
    trial.expect(stage, promise)
  }

  /// A promise is observed through a weak reference while its last strong reference is released.
  static let weakReference = Scenario("weak") { trial in
    let root = Slot(trial.track(Promise<Int>(), "root"))
    let stage = root.object?.map { $0 } ?? Promise(value: 0)
    let weakRoot = { [weak object = root.object] in object }
    trial.thread(Operation("drop root") { root.drop() })
    trial.thread(
      Operation("attach a") { _ = weakRoot()?.observe(trial.handler("a", in: "a")) }
    )
    trial.thread(discard("stage", stage))
    trial.expect(stage)
  }

  /// The roots of a combination are released one after the other while its consumers detach.
  static let dropGroup = Scenario("drop-group", .invariant(BrokenPromises.isSettled)) { trial in
    let roots = (0..<3).map { number in
      Slot(trial.track(Promise<Int>(discard: trial.run("\(number)")), "root \(number)"))
    }
    let group = allSettled(roots.compactMap(\.object)).map(\.count)
    let stages = [group.map { $0 }, group.map { $0 }]
    trial.thread(
      Operation("drop root 0") { roots[0].drop() },
      Operation("drop root 1") { roots[1].drop() },
      Operation("drop root 2") { roots[2].drop() }
    )
    trial.thread(discard("first", stages[0]), discard("second", stages[1]))
    trial.expect(stages[0], stages[1])
  }

  /// Both stages have ended, with the count or as discarded.
  private static func isSettled(_ seen: Observation) -> String? {
    seen.events("ended").allSatisfy { $0 == "DiscardedError" || $0 == "3" } ? nil : "not over"
  }

  /// Both stages have ended, and the work was stopped at most once.
  private static func isOver(_ seen: Observation) -> String? {
    let isEnded = seen.events("ended").allSatisfy {
      $0 == "DiscardedError" || $0 == "BrokenPromiseError"
    }
    return isEnded && seen.events("blocks").count <= 1 ? nil : "not over"
  }
}
