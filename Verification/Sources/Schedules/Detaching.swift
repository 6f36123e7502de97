import Explorer
import Pledge

/// Consumers that detach, and work that is canceled when the last one does.
enum Detaching {
  static let all = [
    mapAndDiscard, detachDetachAttach, detachDetachSettle, discardChain, sharedSource, ensured,
    lazyStart, lazyDetached, handlersDetach, attachDetachAttach, swept, heldWork, heldWorkAbove,
    heldWorkOfGroup, ignored,
  ]

  /// The only stage is discarded while its source is fulfilled and another thread observes the
  /// stage.
  static let mapAndDiscard = Scenario(
    "map-discard",
    unless: "the source has settled, and the stage's handler has not been called yet",
    ["ended": "1 DiscardedError", "handled": "a=DiscardedError b=DiscardedError"]
  ) { trial in
    let source = trial.track(Promise<Int>(discard: trial.run("source")), "source")
    let stage = trial.track(source.map { $0 + 1 }, "stage")
    trial.thread(Operation("resolve source") { source.resolve(1) })
    trial.thread(discard("stage", stage))
    trial.thread(attach("a", to: stage, trial), attach("b", to: stage, trial))
    trial.expect(source, stage)
  }

  /// A promise is marked while its only consumer detaches and its owner reads it.
  static let ignored = Scenario("ignored") { trial in
    let source = trial.track(Promise<Int>(discard: trial.run("source")), "source")
    let stage = source.map { $0 }
    trial.thread(Operation("ignore errors") { source.ignoringErrors() })
    trial.thread(discard("stage", stage))
    trial.thread(
      Operation("reject source") { source.reject(Oops()) },
      attach("a", to: source, trial)
    )
    trial.expect(source, stage)
  }

  /// Work is discarded exactly if there is a moment without consumers after the first one
  /// registered.
  static let detachDetachAttach = Scenario("detach-detach-attach") { trial in
    let source = trial.track(Promise<Int>(discard: trial.run("source")), "source")
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
    let source = trial.track(Promise<Int>(discard: trial.run("source")), "source")
    let (a, b) = (source.map { $0 }, source.map { $0 })
    a.observe(trial.handler("a", in: "a"))
    b.observe(trial.handler("b", in: "b"))
    trial.thread(discard("a", a))
    trial.thread(discard("b", b))
    trial.thread(
      Operation("resolve source") { source.resolve(1) },
      attach("c", to: source, trial)
    )
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
    let root = trial.track(Promise<Int>(discard: trial.run("root")), "root")
    let middle = root.map { $0 + 1 }
    let leaf = trial.track(middle, "middle").map { $0 + 1 }
    leaf.observe(trial.handler("leaf"))
    trial.thread(discard("leaf", leaf))
    trial.thread(attach("a", to: middle, trial, in: "middle"))
    trial.thread(Operation("resolve root") { root.resolve(1) })
    trial.expect(root, middle, leaf)
  }

  /// A source is declared shared while its only consumer detaches.
  static let sharedSource = Scenario("shared") { trial in
    let source = trial.track(Promise<Int>(discard: trial.run("source")), "source")
    let stage = source.map { $0 }
    trial.thread(discard("stage", stage))
    trial.thread(Operation("share") { _ = source.shared() }, attach("a", to: source, trial))
    trial.thread(Operation("resolve source") { source.resolve(1) })
    trial.expect(source, stage)
  }

  /// A cleanup runs once, however its stage ends.
  static let ensured = Scenario(
    "ensure",
    .linearizable(or: [
      Allowance(
        "the source has settled, and the stage is discarded before it is notified",
        ["cleanups": "cleanup", "ended": "1 DiscardedError", "handled": "a=DiscardedError"]
      ),
      Allowance(
        "the source has settled, and the stage is settled directly before it is notified",
        ["cleanups": "cleanup", "ended": "1 7", "handled": "a=7"]
      ),
    ])
  ) { trial in
    let source = trial.track(Promise<Int>(discard: trial.run("work")), "source")
    let stage = source.ensure(trial.run("cleanup", in: "cleanups"))
    stage.observe(trial.handler("a"))
    trial.thread(Operation("resolve source") { source.resolve(1) })
    trial.thread(discard("stage", stage))
    trial.thread(Operation("resolve stage") { stage.resolve(7) })
    trial.expect(source, stage)
  }

  /// Lazy work starts once, with the first of two concurrent consumers.
  static let lazyStart = Scenario("lazy-start") { trial in
    let (work, resolver) = Promise<Int>.pending()
    let start = trial.run("start")
    let lazy = LazyPromise<Int> {
      start()
      return work
    }
    _ = trial.track(lazy, "lazy")
    trial.thread(attach("a", to: lazy, trial, in: "a"))
    trial.thread(attach("b", to: lazy, trial, in: "b"))
    trial.thread(fulfill("work", resolver, 1))
    trial.expect(lazy)
  }

  /// The first consumer of lazy work detaches while a second one registers.
  static let lazyDetached = Scenario(
    "lazy-detach",
    unless: "the discard has claimed the lazy promise but reaches the work too late",
    ["blocks": "start", "ended": "DiscardedError 1", "handled": "b=DiscardedError"]
  ) { trial in
    let work = trial.track(Promise<Int>(discard: trial.run("work")), "work")
    let start = trial.run("start")
    let lazy = LazyPromise<Int> {
      start()
      return work
    }
    let slot = Slot<Promise<Int>>()
    trial.thread(
      Operation("attach a") { slot.object = trial.track(lazy, "lazy").map { $0 } },
      Operation("discard a") { slot.object?.discard() }
    )
    trial.thread(attach("b", to: lazy, trial))
    trial.thread(Operation("resolve work") { work.resolve(1) })
    trial.expect(lazy, work)
  }

  /// Handlers detach while the source is settled.
  static let handlersDetach = Scenario(
    "handlers-detach",
    .invariant(Detaching.areHandledInOrder)
  ) { trial in
    let (source, resolver) = Promise<Int>.pending()
    let all = ["a", "b", "c"].map { trial.track(source, "source").observe(trial.handler($0)) }
    trial.thread(fulfill("source", resolver, 1))
    trial.thread(discard("b", all[1]), discard("a", all[0]))
    trial.thread(discard("c", all[2]), attach("d", to: source, trial))
    trial.expect(all[0], all[1], all[2])
  }

  /// Two consumers register, detach, and register again.
  static let attachDetachAttach = Scenario("attach-detach-attach") { trial in
    let source = trial.track(Promise<Int>(discard: trial.run("source")), "source")
    let remainingConsumer = source.map { $0 }
    let slots = (0..<2).map { _ in Slot<Promise<Int>>() }
    for (slot, name) in zip(slots, ["a", "b"]) {
      trial.thread(
        Operation("register") { slot.object = source.map { $0 } },
        Operation("detach") { _ = slot.object?.discard() },
        attach(name, to: source, trial, in: name),
        name == "a"
          ? discard("remainingConsumer", remainingConsumer)
          : Operation("resolve") { source.resolve(1) }
      )
    }
    trial.expect(source, remainingConsumer)
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
    let (source, resolver) = Promise<Int>.pending()
    let all = (10..<46).map { trial.track(source, "source").observe(trial.handler("\($0)")) }
    for consumer in all[1..<32] { consumer.discard() }
    trial.thread(discard("the last one before a sweep", all[32]))
    trial.thread(fulfill("source", resolver, 1))
    trial.thread(discard("another", all[34]), attach("99", to: source, trial))
    trial.expect(all[0], all[32], all[33], all[34], all[35])
  }

  /// The remaining handlers were called in order.
  private static func isSwept(_ seen: Observation) -> String? {
    let handled = seen.events("handled")
    if handled != Set(handled).sorted() { return "not once, or not in order" }
    let isHandled = Set(["10=1", "43=1", "45=1", "99=1"]).isSubset(of: handled)
    if !isHandled || handled.count > 6 { return "wrong handlers were called" }
    return seen.events("ended").contains("pending") ? "not settled" : nil
  }

  /// Each handler is called once, in order, unless it was discarded.
  ///
  /// A discarded handler may have been called before (spec 6.4.1).
  private static func areHandledInOrder(_ seen: Observation) -> String? {
    let handled = seen.events("handled")
    if handled != Set(handled).sorted() { return "not once, or not in order" }
    let due = zip(["a=1", "b=1", "c=1"], seen.events("ended")).filter { $0.1 == "1" }.map(\.0)
    if !Set(due + ["d=1"]).isSubset(of: handled) { return "not called" }
    return seen.events("ended").contains("pending") ? "not settled" : nil
  }
}
