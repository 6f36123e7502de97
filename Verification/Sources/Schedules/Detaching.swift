import Explorer
import Pledge

/// Consumers that detach, and work that is canceled when the last one does.
enum Detaching {
  static let all = [
    detachDetachAttach, detachDetachSettle, discardChain, sharedSource, ensured, lazyStart,
    lazyDetached, swept, heldWork, heldWorkAbove, heldWorkOfGroup, ignored,
  ]

  /// A promise is marked while its only consumer detaches and its owner reads it.
  static let ignored = Scenario("ignored") { trial in
    let source = trial.work("source")
    let stage = source.map { $0 }
    trial.thread(Operation("ignore errors") { source.ignoringErrors() })
    trial.thread(discard("stage", stage))
    trial.thread(reject("source", source), attach("a", to: source, trial))
    trial.expect(source, stage)
  }

  /// Work is discarded exactly if there is a moment without consumers after the first one
  /// registered.
  static let detachDetachAttach = Scenario("detach-detach-attach") { trial in
    let source = trial.work("source")
    let (a, b) = (source.map { $0 }, source.map { $0 })
    trial.thread(discard("a", a))
    trial.thread(discard("b", b))
    trial.thread(attach("c", to: source, trial))
    trial.expect(source, a, b)
  }

  /// The same while the source is fulfilled.
  static let detachDetachSettle = Scenario(
    "detach-detach-settle",
    unless: "the source has settled, and the handler of the second has not been called yet",
    [
      "a": "a=DiscardedError", "b": "b=DiscardedError",
      "ended": "1 DiscardedError DiscardedError",
      "handled": "c=1",
    ]
  ) { trial in
    let source = trial.work("source")
    let (a, b) = (source.map { $0 }, source.map { $0 })
    a.observe(trial.handler("a", in: "a"))
    b.observe(trial.handler("b", in: "b"))
    trial.thread(discard("a", a))
    trial.thread(discard("b", b))
    trial.thread(resolve("source", source), attach("c", to: source, trial))
    trial.expect(source, a, b)
  }

  /// A chain is discarded from below while its middle gets another consumer and its root is
  /// settled.
  static let discardChain = Scenario(
    "discard-chain",
    unless: "the discard has claimed the middle promise but reaches the root too late",
    [
      "ended": "1 DiscardedError DiscardedError", "handled": "leaf=DiscardedError",
      "middle": "a=DiscardedError",
    ]
  ) { trial in
    let root = trial.work("root")
    let middle = root.map { $0 + 1 }
    let leaf = trial.track(middle, "middle").map { $0 + 1 }
    leaf.observe(trial.handler("leaf"))
    trial.thread(discard("leaf", leaf))
    trial.thread(attach("a", to: middle, trial, in: "middle"))
    trial.thread(resolve("root", root))
    trial.expect(root, middle, leaf)
  }

  /// A source is declared shared while its only consumer detaches.
  static let sharedSource = Scenario("shared") { trial in
    let source = trial.work("source")
    let stage = source.map { $0 }
    trial.thread(discard("stage", stage))
    trial.thread(Operation("share") { _ = source.shared() }, attach("a", to: source, trial))
    trial.thread(resolve("source", source))
    trial.expect(source, stage)
  }

  /// A cleanup runs once, however its stage ends.
  static let ensured = Scenario(
    "ensure",
    .linearizable(or: [
      // The source has settled, and the stage is discarded or settled before it is notified.
      ["cleanups": "cleanup", "ended": "1 DiscardedError", "handled": "a=DiscardedError"],
      ["cleanups": "cleanup", "ended": "1 7", "handled": "a=7"],
    ])
  ) { trial in
    let source = trial.work("source")
    let stage = source.ensure(trial.run("cleanup", in: "cleanups"))
    stage.observe(trial.handler("a"))
    trial.thread(resolve("source", source))
    trial.thread(discard("stage", stage))
    trial.thread(resolve("stage", stage, 7))
    trial.expect(source, stage)
  }

  /// Lazy work starts once, with the first of two concurrent consumers.
  static let lazyStart = Scenario("lazy-start") { trial in
    let (work, resolver) = Promise<Int>.pending()
    let lazy = makeLazy(work, trial)
    trial.thread(attach("a", to: lazy, trial, in: "a"))
    trial.thread(attach("b", to: lazy, trial, in: "b"))
    trial.thread(resolve("work", resolver))
    trial.expect(lazy)
  }

  /// The first consumer of lazy work detaches while a second one registers.
  static let lazyDetached = Scenario(
    "lazy-detach",
    unless: "the discard has claimed the lazy promise but reaches the work too late",
    ["blocks": "start", "ended": "DiscardedError 1", "handled": "b=DiscardedError"]
  ) { trial in
    let work = trial.work("work")
    let lazy = makeLazy(work, trial)
    let slot = Slot<Promise<Int>>()
    trial.thread(
      Operation("attach a") { slot.object = lazy.map { $0 } },
      Operation("discard a") { slot.object?.discard() }
    )
    trial.thread(attach("b", to: lazy, trial))
    trial.thread(resolve("work", work))
    trial.expect(lazy, work)
  }

  /// Returns a promise that records when it starts its work.
  private static func makeLazy(_ work: Promise<Int>, _ trial: Trial) -> LazyPromise<Int> {
    let start = trial.run("start")
    let lazy = LazyPromise<Int> {
      start()
      return work
    }
    return trial.track(lazy, "lazy")
  }

  /// Two stages of the same work are discarded.
  ///
  /// The lower one's handler has the last reference to the work.
  static let heldWork = heldWork("held-work") { $0 }

  /// The same with another stage between the upper one and the work.
  static let heldWorkAbove = heldWork("held-work-above") { $0.map { $0 } }

  private static func heldWork(
    _ name: String,
    _ between: @escaping @Sendable (Promise<Int>) -> Promise<Int>
  ) -> Scenario {
    Scenario(name) { trial in
      let work = Promise<Int>(discard: trial.run("work"))
      let upper = between(work.map { $0 })
      let lower = upper.map { [work] value in withExtendedLifetime(work) { value } }
      trial.thread(discard("upper", upper))
      trial.thread(discard("lower", lower))
      trial.expect(upper, lower)
    }
  }

  /// The same for a combination, which observes the work without deriving a promise from it.
  static let heldWorkOfGroup = Scenario("held-work-group") { trial in
    let work = Promise<Int>(discard: trial.run("work"))
    let group = Pledge.all([work])
    let lower = group.map { [work] values in withExtendedLifetime(work) { values.count } }
    trial.thread(discard("group", group))
    trial.thread(discard("lower", lower))
    trial.expect(lower)
    trial.expect(group)
  }

  /// Enough consumers detach to sweep the list, while the source is settled, another consumer
  /// detaches, and one registers.
  static let swept = Scenario("sweep", .invariant(Detaching.isSwept)) { trial in
    let (source, resolver) = trial.pending("source")
    let all = (10..<46).map { source.observe(trial.handler("\($0)")) }
    for consumer in all[1..<32] { consumer.discard() }
    trial.thread(discard("the last one before a sweep", all[32]))
    trial.thread(resolve("source", resolver))
    trial.thread(discard("another", all[34]), attach("99", to: source, trial))
    trial.expect(all[0], all[32], all[33], all[34], all[35])
  }

  /// The remaining handlers were called in order, and at most two of those that detached.
  private static func isSwept(_ seen: Observation) -> Bool {
    let handled = seen["handled"]
    return handled == Set(handled).sorted() && handled.count <= 6
      && Set(["10=1", "43=1", "45=1", "99=1"]).isSubset(of: handled)
      && !seen["ended"].contains("pending")
  }
}
