import Explorer
import Pledge

/// Priorities that are lent while promises are linked, settled, and spliced out of chains.
enum Priorities {
  static let all: [Scenario] = [follow, link, splice, twice, detach, settle, cycle]

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

  /// Consumers detach, which are counted in the same word.
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

  private static let lends = Scenario.Rule.invariant { $0.ends(with: "true") }

  private static func escalate<Value>(
    _ name: String,
    _ promise: Promise<Value>,
    _ priority: TaskPriority = .high
  ) -> Operation {
    Operation("escalate \(name)") { promise.escalatePriority(to: priority) }
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
