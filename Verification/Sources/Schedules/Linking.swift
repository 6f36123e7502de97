import Explorer
import Pledge

/// Stages that wait for promises returned by their handlers, and cycles.
enum Linking {
  static let all = [
    outerAgainstInner, outerAndInner, discardFirst, detachOnReturn, detachFromBelow,
    returnWhileSettling, innerShared, dropOuter, cycleOfTwo, cycleOfThree, cycleOfStages,
    longCycle,
  ]

  /// The outer stage is discarded while the inner promise is fulfilled.
  static let outerAgainstInner = Scenario(
    "flatmap-discard",
    unless: "the inner promise has settled, and the outer one is discarded before it is notified",
    ["ended": "DiscardedError 1", "handled": "a=DiscardedError b=DiscardedError"]
  ) { trial in
    let inner = trial.track(Promise<Int>(discard: trial.run("inner")), "inner")
    let outer = trial.track(Promise(value: 0).flatMap { _ in inner }, "outer")
    outer.observe(trial.handler("a"))
    trial.thread(discard("outer", outer))
    trial.thread(Operation("resolve inner") { inner.resolve(1) })
    trial.thread(attach("b", to: outer, trial))
    trial.expect(outer, inner)
  }

  /// Two threads settle, discard, and observe both promises.
  static let outerAndInner = Scenario("flatmap-both", .invariant(Linking.isEnded)) { trial in
    let (source, resolver) = Promise<Int>.pending()
    let inner = trial.track(Promise<Int>(discard: trial.run("inner")), "inner")
    let outer = trial.track(source.flatMap { _ in inner }, "outer")
    trial.thread(
      fulfill("source", resolver, 0),
      discard("outer", outer),
      attach("a", to: inner, trial, in: "inner")
    )
    trial.thread(
      attach("b", to: outer, trial, in: "outer"),
      Operation("resolve inner") { inner.resolve(1) },
      attach("c", to: outer, trial, in: "outer")
    )
    trial.expect(outer, inner)
  }

  /// Handlers receive the outcomes in order, and the work was stopped exactly if it was discarded.
  private static func isEnded(_ seen: Observation) -> String? {
    let ended = seen.events("ended")
    if seen.events("inner") != ["a=\(ended[1])"] { return "wrong outcome of the inner handler" }
    if seen.events("outer") != ["b=\(ended[0])", "c=\(ended[0])"] {
      return "wrong outcome of the outer handlers"
    }
    if seen.events("blocks").isEmpty == (ended[1] == "DiscardedError") { return "stopped wrongly" }
    return ended.contains("pending") ? "not settled" : nil
  }

  /// The outer stage is discarded, possibly while its handler runs, before the inner one is
  /// fulfilled.
  static let discardFirst = Scenario("flatmap-discard-request") { trial in
    let (source, resolver) = Promise<Int>.pending()
    let inner = trial.track(Promise<Int>(), "inner")
    let outer = trial.track(source.flatMap { _ in inner }, "outer")
    outer.observe(trial.handler("a"))
    trial.thread(fulfill("source", resolver, 0))
    trial.thread(discard("outer", outer), Operation("resolve inner") { inner.resolve(1) })
    trial.thread(attach("b", to: inner, trial, in: "inner"))
    trial.expect(outer, inner)
  }

  /// The outer stage is discarded while its handler returns an inner promise without other
  /// consumers.
  static let detachOnReturn = Scenario("flatmap-detach") { trial in
    let (source, resolver) = Promise<Int>.pending()
    let inner = trial.track(Promise<Int>(discard: trial.run("inner")), "inner")
    let returns = trial.run("returned")
    let outer = trial.track(source, "source").flatMap { _ in
      returns()
      return inner
    }
    trial.thread(fulfill("source", resolver, 0))
    trial.thread(discard("outer", outer))
    trial.atEnd { trial.note(inner.brief, for: "inner") }
  }

  /// A stage of the outer one is discarded while the handler returns the inner promise.
  static let detachFromBelow = Scenario("flatmap-detach-below") { trial in
    let (source, resolver) = Promise<Int>.pending()
    let inner = trial.track(Promise<Int>(discard: trial.run("inner")), "inner")
    let below = trial.track(source.flatMap { _ in inner }.map { $0 }, "below")
    trial.thread(fulfill("source", resolver, 0))
    trial.thread(discard("below", below))
    trial.atEnd { trial.note("\(below.brief) \(inner.brief)", for: "ended") }
  }

  /// The handler returns an inner promise that is being fulfilled, while its stage is discarded.
  static let returnWhileSettling = Scenario("flatmap-return") { trial in
    let (source, resolver) = Promise<Int>.pending()
    let inner = trial.track(Promise<Int>(discard: trial.run("inner")), "inner")
    let outer = trial.track(source.flatMap { _ in inner }, "outer")
    outer.observe(trial.handler("a"))
    trial.thread(fulfill("source", resolver, 0))
    trial.thread(Operation("resolve inner") { inner.resolve(1) })
    trial.thread(discard("outer", outer))
    trial.atEnd { trial.note(outer.brief, for: "outer") }
  }

  /// Two stages return the same promise.
  ///
  /// Discarding one does not affect the other.
  static let innerShared = Scenario(
    "flatmap-two",
    unless:
      "the first handler's stage is the only consumer until the second handler has been called",
    [
      "blocks": "inner", "ended": "DiscardedError DiscardedError",
      "handled": "b=DiscardedError",
    ]
  ) { trial in
    let inner = trial.track(Promise<Int>(discard: trial.run("inner")), "inner")
    let (source, resolver) = Promise<Int>.pending()
    let (a, b) = (source.flatMap { _ in inner }, source.flatMap { _ in inner })
    b.observe(trial.handler("b"))
    trial.thread(fulfill("source", resolver, 0))
    trial.thread(discard("a", a))
    trial.thread(Operation("resolve inner") { inner.resolve(1) })
    trial.expect(b, inner)
  }

  /// The last reference to the outer stage is released while the inner promise is fulfilled.
  static let dropOuter = Scenario("flatmap-drop") { trial in
    let (source, resolver) = Promise<Int>.pending()
    let inner = trial.track(Promise<Int>(discard: trial.run("inner")), "inner")
    let outer = Slot(source.flatMap { _ in inner })
    outer.object?.observe(trial.handler("a"))
    trial.thread(fulfill("source", resolver, 0))
    trial.thread(Operation("drop outer") { outer.drop() })
    trial.thread(Operation("resolve inner") { inner.resolve(1) })
    trial.expect(inner)
  }

  // MARK: - Cycles

  private static func chain(_ name: String, _ a: Promise<Int>, _ b: Promise<Int>) -> Operation {
    Operation("chain \(name)") { a.chain(after: b) }
  }

  static let cycleOfTwo = Scenario("cycle-two", .invariant(Linking.isBroken)) { trial in
    let (a, b) = (trial.track(Promise<Int>(), "a"), trial.track(Promise<Int>(), "b"))
    a.observe(trial.handler("a"))
    b.observe(trial.handler("b"))
    trial.thread(chain("a after b", a, b), read("a", a))
    trial.thread(chain("b after a", b, a), read("b", b))
    trial.expect(a, b)
  }

  static let cycleOfThree = Scenario("cycle-three", .invariant(Linking.isBroken)) { trial in
    let all = ["a", "b", "c"].map { trial.track(Promise<Int>(), $0) }
    for promise in all { promise.observe(trial.handler("x")) }
    trial.thread(chain("a after b", all[0], all[1]))
    trial.thread(chain("b after c", all[1], all[2]))
    trial.thread(chain("c after a", all[2], all[0]))
    trial.expect(all[0], all[1], all[2])
  }

  /// A promise is chained after the end of a line of stages of the other one, which is chained
  /// after it.
  ///
  /// The line exceeds the first batch of a search. A consumer of the other one detaches
  /// concurrently.
  static let longCycle = Scenario("cycle-long", .invariant(Linking.isBroken)) { trial in
    let (a, b) = (trial.track(Promise<Int>(), "a"), trial.track(Promise<Int>(), "b"))
    let line = (0..<33).reduce(b) { promise, _ in promise.map { $0 } }
    line.ignoringErrors()
    let detachingConsumer = b.map { $0 }
    a.observe(trial.handler("a"))
    b.observe(trial.handler("b"))
    trial.thread(chain("a after line", a, line))
    trial.thread(chain("b after a", b, a))
    trial.thread(discard("consumer", detachingConsumer))
    trial.expect(a, b)
  }

  /// Two stages whose handlers return each other.
  static let cycleOfStages = Scenario("cycle-stages", .invariant(Linking.isBroken)) { trial in
    let ((x, startX), (y, startY)) = (Promise<Int>.pending(), Promise<Int>.pending())
    let (slotX, slotY) = (Slot<Promise<Int>>(), Slot<Promise<Int>>())
    let a = x.flatMap { _ in slotY.object ?? Promise(value: 0) }
    let b = y.flatMap { _ in slotX.object ?? Promise(value: 0) }
    (slotX.object, slotY.object) = (a, b)
    a.observe(trial.handler("a"))
    b.observe(trial.handler("b"))
    trial.thread(fulfill("x", startX, 0))
    trial.thread(fulfill("y", startY, 0))
    trial.expect(trial.track(a, "a"), trial.track(b, "b"))
    trial.atEnd {
      slotX.drop()
      slotY.drop()
    }
  }

  /// All promises end with a cycle error, and every handler is called once.
  private static func isBroken(_ seen: Observation) -> String? {
    let ended = seen.events("ended")
    if ended.contains(where: { $0 != "CycleError" }) { return "a cycle is left" }
    return seen.events("handled").count == ended.count ? nil : "not every handler was called once"
  }
}
