import Explorer
import Pledge
import PledgeTesting

/// Combinations, contexts, queues, and caches.
enum Combinations {
  static let all = [
    raceSettling, raceCreation, raceSearched, allSettling, anySettling, hop, hopAndAttach, hopTwice,
    hopDropped, hopEnsured, hopShared, hopChained, singleFlight, queue, queueOfTwo,
  ]

  /// Two promises settle concurrently while their race is discarded.
  static let raceSettling = Scenario("race", .invariant(Combinations.isWon)) { trial in
    let x = trial.track(Promise<Int>(discard: trial.run("x", in: "x")), "x")
    let y = trial.track(Promise<Int>(discard: trial.run("y", in: "y")), "y")
    let first = trial.track(race(x, y), "race")
    first.observe(trial.handler("a"))
    trial.thread(Operation("resolve x") { x.resolve(1) })
    trial.thread(Operation("resolve y") { y.resolve(2) })
    trial.thread(discard("race", first))
    trial.expect(first, x, y)
  }

  /// The race ends like one of its promises or is discarded.
  ///
  /// Exactly the discarded promises were stopped.
  private static func isWon(_ seen: Observation) -> String? {
    let ended = seen.events("ended")
    let isStopped = [seen.events("x") == ["x"], seen.events("y") == ["y"]]
    if isStopped != [ended[1] == "DiscardedError", ended[2] == "DiscardedError"] {
      return "stopped wrongly"
    }
    if seen.events("handled") != ["a=\(ended[0])"] { return "the handler was not called once" }
    switch ended[0] {
    case "1": return ended[1] == "1" ? nil : "not the outcome of x"
    case "2": return ended[2] == "2" ? nil : "not the outcome of y"
    default: return ended[0] == "DiscardedError" ? nil : "not settled"
    }
  }

  /// A race is created while its promises settle.
  static let raceCreation = Scenario(
    "race-late",
    unless:
      "the first one is about to settle, so it is not discarded, but the second one has settled",
    ["ended": "1 2", "handled": "a=2"]
  ) { trial in
    let x = trial.track(Promise<Int>(discard: trial.run("x", in: "x")), "x")
    let y = trial.track(Promise<Int>(discard: trial.run("y", in: "y")), "y")
    trial.thread(Operation("race") { _ = race(x, y).observe(trial.handler("a")) })
    trial.thread(Operation("resolve x") { x.resolve(1) })
    trial.thread(Operation("resolve y") { y.resolve(2) })
    trial.expect(x, y)
  }

  /// A search for cycles enters a race while a promise settles it, and while it is discarded.
  static let raceSearched = Scenario("race-search") { trial in
    let (x, y) = (trial.track(Promise<Int>(), "x"), trial.track(Promise<Int>(), "y"))
    let first = trial.track(race(x, y), "race")
    let last = trial.track(Promise<Int>(), "last")
    last.observe(trial.handler("a"))
    trial.thread(Operation("chain after race") { last.chain(after: first) })
    trial.thread(Operation("resolve x") { x.resolve(1) })
    trial.thread(discard("race", first))
    trial.expect(first, last)
  }

  static let allSettling = Scenario("all") { trial in
    let (x, y) = (trial.track(Promise<Int>(), "x"), trial.track(Promise<Int>(), "y"))
    let both = trial.track(Pledge.all([x, y]), "all")
    both.observe(trial.handler("a"))
    trial.thread(Operation("resolve x") { x.resolve(1) })
    trial.thread(Operation("reject y") { y.reject(Oops()) }, read("all", both))
    trial.thread(Operation("resolve y") { y.resolve(2) }, discard("all", both))
    trial.expect(both)
  }

  static let anySettling = Scenario("any") { trial in
    let (x, y) = (trial.track(Promise<Int>(), "x"), trial.track(Promise<Int>(), "y"))
    let first = trial.track(Pledge.any([x, y]), "any")
    first.observe(trial.handler("a"))
    trial.thread(Operation("reject x") { x.reject(Oops()) })
    trial.thread(Operation("reject y") { y.reject(Oops()) })
    trial.thread(Operation("resolve y") { y.resolve(2) }, discard("any", first))
    trial.expect(first)
  }

  // MARK: - Contexts

  /// A handler waits on a context whose jobs another thread runs, while its stage is discarded.
  static let hop = Scenario("hop-discard") { trial in
    let context = ManualContext()
    let (source, resolver) = trial.pending("source")
    let stage = trial.track(source.map(on: context, trial.increment()), "stage")
    stage.observe(trial.handler("a"))
    trial.thread(fulfill("source", resolver, 1))
    trial.thread(Operation("run job") { _ = context.runNext() })
    trial.thread(discard("stage", stage))
    trial.expect(stage, after: context.runAll)
  }

  /// Two threads settle, run the job, discard, and observe.
  static let hopAndAttach = Scenario("hop-both") { trial in
    let context = ManualContext()
    let (source, resolver) = Promise<Int>.pending()
    let stage = trial.track(source.map(on: context) { $0 + 1 }, "stage")
    trial.thread(
      fulfill("source", resolver, 1),
      attach("a", to: stage, trial),
      Operation("run job") { _ = context.runNext() }
    )
    trial.thread(
      attach("b", to: stage, trial),
      discard("stage", stage),
      attach("c", to: stage, trial)
    )
    trial.expect(stage)
  }

  /// A stage whose handler waits on a context is chained after another promise.
  static let hopChained = Scenario("hop-chain", .invariant(Combinations.isSettled)) { trial in
    let context = ManualContext()
    let (source, resolver) = trial.pending("source")
    let other = trial.track(Promise<Int>(), "other")
    let stage = trial.track(source.map(on: context, trial.increment()), "stage")
    stage.observe(trial.handler("a"))
    trial.thread(fulfill("source", resolver, 1), Operation("run job") { _ = context.runNext() })
    trial.thread(Operation("chain stage") { stage.chain(after: other) })
    trial.thread(Operation("resolve other") { other.resolve(5) }, discard("stage", stage))
    trial.expect(stage, after: context.runAll)
  }

  private static func isSettled(_ seen: Observation) -> String? {
    seen.events("ended") == ["pending"] ? "not settled" : nil
  }

  /// Two threads run the same job concurrently.
  static let hopTwice = Scenario("hop-twice") { trial in
    let context = ManualContext()
    let stage = Promise(value: 1).map(on: context) { [handles = trial.run("ran")] in
      handles()
      return $0
    }
    let job = context.popFirst()
    trial.thread(Operation("run") { job?() }, attach("a", to: stage, trial))
    trial.thread(Operation("run") { job?() })
    trial.thread(Operation("resolve stage") { stage.resolve(7) })
    trial.expect(trial.track(stage, "stage"))
  }

  /// A context drops a job while its stage is discarded and settled directly.
  static let hopDropped = Scenario("hop-drop") { trial in
    let context = ManualContext()
    let stage = Promise(value: 1).map(on: context) { [canary = trial.canary()] value in
      withExtendedLifetime(canary) { value }
    }
    stage.observe(trial.handler("a"))
    trial.thread(Operation("drop jobs") { context.dropAll() })
    trial.thread(discard("stage", stage))
    trial.thread(Operation("resolve stage") { stage.resolve(7) })
    trial.expect(trial.track(stage, "stage"))
  }

  /// A cleanup on a context runs once, and on that context.
  static let hopEnsured = Scenario("hop-ensure") { trial in
    let context = ManualContext()
    let (source, resolver) = Promise<Int>.pending()
    let cleanup = trial.run("cleanup")
    let stage = source.ensure(on: context) {
      cleanup()
      // Jobs run on the last thread and at the end.
      if let thread = Trial.currentThread, thread < 2 { trial.note("elsewhere", for: "blocks") }
    }
    stage.observe(trial.handler("a"))
    trial.thread(fulfill("source", resolver, 1))
    trial.thread(discard("stage", stage))
    trial.thread(Operation("run job") { _ = context.runNext() })
    trial.expect(stage, after: context.runAll)
  }

  /// A job also runs the handler of the next stage, while a thread observes the first stage and
  /// another one discards the second.
  static let hopShared = Scenario("hop-shared") { trial in
    let context = SharingContext()
    let first = trial.track(Promise(value: 1).map(on: context) { $0 + 1 }, "first")
    let second = trial.track(first.map(on: context, trial.increment()), "second")
    second.observe(trial.handler("a"))
    trial.thread(Operation("run job") { _ = context.jobs.runNext() })
    // The order of handlers of different promises is not defined.
    trial.thread(attach("b", to: first, trial, in: "first handled"))
    trial.thread(discard("second", second))
    trial.expect(second, after: context.jobs.runAll)
  }

  // MARK: - Queues and caches

  /// Two callers request one key, one caller detaches, and the load ends.
  static let singleFlight = Scenario("single-flight", .invariant(Combinations.isServed)) { trial in
    let cache = SingleFlight<Int, Int>()
    let load = trial.track(Promise<Int>(discard: trial.run("load")), "load")
    trial.thread(Operation("load and detach") { cache.value(for: 1) { load }.discard() })
    trial.thread(Operation("load") { _ = cache.value(for: 1) { load }.observe(trial.handler("b")) })
    trial.thread(Operation("resolve load") { load.resolve(1) })
  }

  /// A serial queue receives two operations, and one is discarded.
  static let queue = Scenario("queue", .invariant(Combinations.isDrained)) { trial in
    let queue = PromiseQueue()
    let work = trial.track(Promise<Int>(discard: trial.run("stop")), "work")
    let starts = trial.run("second", in: "starts")
    trial.thread(Operation("add first") { _ = queue.add { work }.observe(trial.handler("a")) })
    trial.thread(
      Operation("add second and discard") {
        queue.add {
          starts()
          return Promise(value: 2)
        }.discard()
      }
    )
    trial.thread(Operation("resolve work") { work.resolve(1) })
    trial.atEnd { trial.note("\(queue.running) \(queue.waiting)", for: "left") }
  }

  /// A queue is discarded while operations are added and end.
  static let queueOfTwo = Scenario("queue-discard", .invariant(Combinations.isDrained)) { trial in
    let queue = PromiseQueue()
    let work = trial.track(Promise<Int>(discard: trial.run("stop")), "work")
    queue.add { work }.observe(trial.handler("a"))
    trial.thread(Operation("discard all") { queue.discardAll() })
    trial.thread(Operation("add") { queue.add { Promise(value: 2) }.ignoringErrors() })
    trial.thread(Operation("resolve work") { work.resolve(1) })
    trial.atEnd { trial.note("\(queue.running) \(queue.waiting)", for: "left") }
  }

  /// The consumer that does not detach is called once.
  private static func isServed(_ seen: Observation) -> String? {
    seen.events("handled").count == 1 ? nil : "the remaining handler was not called once"
  }

  private static func isDrained(_ seen: Observation) -> String? {
    if seen.events("left") != ["0 0"] { return "operations are left" }
    return seen.events("handled").count == 1 ? nil : "the handler was not called once"
  }
}

/// A manual context whose jobs run the handlers of consecutive stages.
private struct SharingContext: ExecutionContext {
  let jobs = ManualContext()

  func run(_ work: @escaping @Sendable () -> Void) { jobs.run(work) }

  var executionIdentity: AnyObject? { jobs }
}
