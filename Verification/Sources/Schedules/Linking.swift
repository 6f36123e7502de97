import Explorer
import Pledge

/// Stages that wait for promises returned by their handlers, and cycles.
enum Linking {
  static let all = [
    outerAgainstInner, discardFirst, detachOnReturn, returnWhileSettling, innerShared, dropOuter,
    cycleOfTwo, cycleOfThree, cycleOfStages, longCycle, longSearch,
  ]

  /// The outer stage is discarded while the inner promise is fulfilled.
  static let outerAgainstInner = Scenario(
    "flatmap-discard",
    unless: "the inner promise has settled, and the outer one is discarded before it is notified",
    ["ended": "DiscardedError 1", "handled": "a=DiscardedError b=DiscardedError"]
  ) { trial in
    let inner = trial.work("inner")
    let outer = trial.track(Promise(value: 0).flatMap { _ in inner }, "outer")
    outer.observe(trial.handler("a"))
    trial.thread(discard("outer", outer))
    trial.thread(resolve("inner", inner))
    trial.thread(attach("b", to: outer, trial))
    trial.expect(outer, inner)
  }

  /// The outer stage is discarded, possibly while its handler runs, before the inner one is
  /// fulfilled.
  static let discardFirst = Scenario("flatmap-discard-request") { trial in
    let (source, resolver) = Promise<Int>.pending()
    let inner = trial.promise("inner")
    let outer = trial.track(source.flatMap { _ in inner }, "outer")
    outer.observe(trial.handler("a"))
    trial.thread(resolve("source", resolver))
    trial.thread(discard("outer", outer), resolve("inner", inner))
    trial.thread(attach("b", to: inner, trial, in: "inner"))
    trial.expect(outer, inner)
  }

  /// The outer stage is discarded while its handler returns an inner promise without other
  /// consumers.
  static let detachOnReturn = Scenario("flatmap-detach") { trial in
    let (source, resolver) = trial.pending("source")
    let inner = trial.work("inner")
    let returns = trial.run("returned")
    let outer = source.flatMap { _ in
      returns()
      return inner
    }
    trial.thread(resolve("source", resolver))
    trial.thread(discard("outer", outer))
    trial.expect(inner)
  }

  /// The handler returns an inner promise that is being fulfilled, while its stage is discarded.
  static let returnWhileSettling = Scenario("flatmap-return") { trial in
    let (source, resolver) = Promise<Int>.pending()
    let inner = trial.work("inner")
    let outer = trial.track(source.flatMap { _ in inner }, "outer")
    outer.observe(trial.handler("a"))
    trial.thread(resolve("source", resolver))
    trial.thread(resolve("inner", inner))
    trial.thread(discard("outer", outer))
    trial.expect(outer)
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
    let inner = trial.work("inner")
    let (source, resolver) = Promise<Int>.pending()
    let (a, b) = (source.flatMap { _ in inner }, source.flatMap { _ in inner })
    b.observe(trial.handler("b"))
    trial.thread(resolve("source", resolver))
    trial.thread(discard("a", a))
    trial.thread(resolve("inner", inner))
    trial.expect(b, inner)
  }

  /// The last reference to the outer stage is released while the inner promise is fulfilled.
  static let dropOuter = Scenario("flatmap-drop") { trial in
    let (source, resolver) = Promise<Int>.pending()
    let inner = trial.work("inner")
    let outer = Slot(source.flatMap { _ in inner })
    outer.object?.observe(trial.handler("a"))
    trial.thread(resolve("source", resolver))
    trial.thread(drop("outer", outer))
    trial.thread(resolve("inner", inner))
    trial.expect(inner)
  }

  // MARK: - Cycles

  static let cycleOfTwo = cycle("cycle-two", 2)
  static let cycleOfThree = cycle("cycle-three", 3)

  /// Each promise is chained after the next one.
  private static func cycle(_ name: String, _ count: Int) -> Scenario {
    Scenario(name, .invariant(Linking.isBroken)) { trial in
      let all = (0..<count).map { trial.promise("\($0)") }
      for (index, promise) in all.enumerated() {
        promise.observe(trial.handler("\(index)"))
        let name = "\(index)"
        trial.thread(chain(name, promise, after: all[(index + 1) % count]), read(name, promise))
        trial.expect(promise)
      }
    }
  }

  /// A promise is chained after the end of a line of stages of the other one, which is chained
  /// after it.
  ///
  /// The line exceeds the first batch of a search. A consumer of the other one detaches
  /// concurrently.
  static let longCycle = Scenario("cycle-long", .invariant(Linking.isBroken)) { trial in
    let (a, b) = (trial.promise("a"), trial.promise("b"))
    let line = (0..<33).reduce(b) { promise, _ in promise.map { $0 } }
    line.ignoringErrors()
    let detachingConsumer = b.map { $0 }
    a.observe(trial.handler("a"))
    b.observe(trial.handler("b"))
    trial.thread(chain("a after line", a, after: line))
    trial.thread(chain("b after a", b, after: a))
    trial.thread(discard("consumer", detachingConsumer))
    trial.expect(a, b)
  }

  /// A promise is chained after the end of a line, and gets another consumer after it has lost one.
  static let longSearch = Scenario("search-long") { trial in
    let (a, b) = (trial.promise("a"), trial.promise("b"))
    let line = (0..<33).reduce(b) { promise, _ in promise.map { $0 } }
    a.observe(trial.handler("a"))
    a.map { $0 }.discard()
    trial.thread(chain("a after line", a, after: line))
    trial.thread(attach("b", to: a, trial))
    trial.expect(a, b)
    trial.atEnd { b.resolve(1) }
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
    trial.thread(resolve("x", startX))
    trial.thread(resolve("y", startY))
    trial.expect(trial.track(a, "a"), trial.track(b, "b"))
    trial.atEnd {
      slotX.drop()
      slotY.drop()
    }
  }

  /// All promises end with a cycle error, and every handler is called once.
  private static func isBroken(_ seen: Observation) -> Bool {
    seen.ends(with: "CycleError") && seen["handled"].count == seen["ended"].count
  }
}
