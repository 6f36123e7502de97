import Explorer
import Pledge
import PledgeTesting

/// Groups, contexts, queues and caches: what is built on the core.
enum Combinations {
  static let all = [
    raceTie, raceOfRunning, allTie, anyTie, hop, hopAndAttach, hopTwice, hopDropped, hopEnsured,
    singleFlight, queue,
    queueOfTwo,
  ]

  /// Two settle at the same time, and the race is discarded.
  static let raceTie = Scenario("race", .invariant(Combinations.isWon)) { trial in
    let x = trial.watch(Promise<Int>(discard: trial.run("x", in: "x")), "x")
    let y = trial.watch(Promise<Int>(discard: trial.run("y", in: "y")), "y")
    let first = trial.watch(race(x, y), "race")
    first.observe(trial.hear("a"))
    trial.thread(Operation("resolve x") { x.resolve(1) })
    trial.thread(Operation("resolve y") { y.resolve(2) })
    trial.thread(discard("race", first))
    trial.expect(first, x, y)
  }

  /// The race ends as one of them or by its discard, and just what was discarded was stopped.
  private static func isWon(_ seen: Observation) -> String? {
    let ended = seen.events("ended")
    let isStopped = [seen.events("x") == ["x"], seen.events("y") == ["y"]]
    if isStopped != [ended[1] == "Discarded", ended[2] == "Discarded"] { return "stopped wrongly" }
    if seen.events("heard") != ["a=\(ended[0])"] { return "the handler has not heard once" }
    switch ended[0] {
    case "1": return ended[1] == "1" ? nil : "not the outcome of x"
    case "2": return ended[2] == "2" ? nil : "not the outcome of y"
    default: return ended[0] == "Discarded" ? nil : "not settled"
    }
  }

  /// A race is made while its promises settle.
  static let raceOfRunning = Scenario(
    "race-late",
    .linearizable(or: [
      Allowance(
        "the first one is about to settle, so it is not discarded, but the second one has settled",
        ["ended": "1 2", "heard": "a=2"]
      )
    ])
  ) { trial in
    let x = trial.watch(Promise<Int>(discard: trial.run("x", in: "x")), "x")
    let y = trial.watch(Promise<Int>(discard: trial.run("y", in: "y")), "y")
    trial.thread(Operation("race") { _ = race(x, y).observe(trial.hear("a")) })
    trial.thread(Operation("resolve x") { x.resolve(1) })
    trial.thread(Operation("resolve y") { y.resolve(2) })
    trial.expect(x, y)
  }

  static let allTie = Scenario("all") { trial in
    let (x, y) = (trial.watch(Promise<Int>(), "x"), trial.watch(Promise<Int>(), "y"))
    let both = trial.watch(Pledge.all([x, y]), "all")
    both.observe(trial.hear("a"))
    trial.thread(Operation("resolve x") { x.resolve(1) })
    trial.thread(Operation("reject y") { y.reject(Oops()) }, read("all", both))
    trial.thread(Operation("resolve y") { y.resolve(2) }, discard("all", both))
    trial.expect(both)
  }

  static let anyTie = Scenario("any") { trial in
    let (x, y) = (trial.watch(Promise<Int>(), "x"), trial.watch(Promise<Int>(), "y"))
    let first = trial.watch(Pledge.any([x, y]), "any")
    first.observe(trial.hear("a"))
    trial.thread(Operation("reject x") { x.reject(Oops()) })
    trial.thread(Operation("reject y") { y.reject(Oops()) })
    trial.thread(Operation("resolve y") { y.resolve(2) }, discard("any", first))
    trial.expect(first)
  }

  // MARK: - Contexts

  /// A handler waits on a context that another thread runs, while its stage is discarded.
  static let hop = Scenario("hop-discard") { trial in
    let context = ManualContext()
    let (source, resolver) = Promise<Int>.pending()
    let stage = trial.watch(source, "source").map(on: context) { [canary = trial.canary()] value in
      withExtendedLifetime(canary) { value + 1 }
    }
    trial.watch(stage, "stage").observe(trial.hear("a"))
    trial.thread(fulfill("source", resolver, 1))
    trial.thread(Operation("run job") { _ = context.runNext() })
    trial.thread(discard("stage", stage))
    trial.atEnd {
      context.runAll()
      trial.note(stage.brief, for: "ended")
    }
  }

  /// Two who settle and run the job, and discard, and consume.
  static let hopAndAttach = Scenario("hop-both") { trial in
    let context = ManualContext()
    let (source, resolver) = Promise<Int>.pending()
    let stage = trial.watch(source.map(on: context) { $0 + 1 }, "stage")
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

  /// One job is run by two threads at the same time.
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
    trial.expect(trial.watch(stage, "stage"))
  }

  /// A context drops a job while its stage is discarded and settled by hand.
  static let hopDropped = Scenario("hop-drop") { trial in
    let context = ManualContext()
    let stage = Promise(value: 1).map(on: context) { [canary = trial.canary()] value in
      withExtendedLifetime(canary) { value }
    }
    stage.observe(trial.hear("a"))
    trial.thread(Operation("drop jobs") { context.dropAll() })
    trial.thread(discard("stage", stage))
    trial.thread(Operation("resolve stage") { stage.resolve(7) })
    trial.expect(trial.watch(stage, "stage"))
  }

  /// A clean-up on a context runs once, and there.
  static let hopEnsured = Scenario("hop-ensure") { trial in
    let context = ManualContext()
    let (source, resolver) = Promise<Int>.pending()
    let cleanup = trial.run("cleanup")
    let stage = source.ensure(on: context) {
      cleanup()
      // Jobs run on the last thread, and at the end.
      if let thread = Trial.currentThread, thread < 2 { trial.note("elsewhere", for: "blocks") }
    }
    stage.observe(trial.hear("a"))
    trial.thread(fulfill("source", resolver, 1))
    trial.thread(discard("stage", stage))
    trial.thread(Operation("run job") { _ = context.runNext() })
    trial.atEnd {
      context.runAll()
      trial.note(stage.brief, for: "ended")
    }
  }

  // MARK: - Queues and caches

  /// Two ask for one key, one of them leaves, and the load comes to its end.
  static let singleFlight = Scenario("single-flight", .invariant(Combinations.isServed)) { trial in
    let cache = SingleFlight<Int, Int>()
    let load = trial.watch(Promise<Int>(discard: trial.run("load")), "load")
    trial.thread(
      Operation("ask and leave") { cache.value(for: 1) { load }.discard() }
    )
    trial.thread(
      Operation("ask") { _ = cache.value(for: 1) { load }.observe(trial.hear("b")) }
    )
    trial.thread(Operation("resolve load") { load.resolve(1) })
  }

  /// A serial queue gets two operations, of which one is discarded.
  static let queue = Scenario("queue", .invariant(Combinations.isDrained)) { trial in
    let queue = PromiseQueue()
    let work = trial.watch(Promise<Int>(discard: trial.run("stop")), "work")
    let starts = trial.run("second", in: "starts")
    trial.thread(
      Operation("add first") { _ = queue.add { work }.observe(trial.hear("a")) }
    )
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

  /// Everything in a queue is discarded while operations are added and end.
  static let queueOfTwo = Scenario("queue-discard", .invariant(Combinations.isDrained)) { trial in
    let queue = PromiseQueue()
    let work = trial.watch(Promise<Int>(discard: trial.run("stop")), "work")
    queue.add { work }.observe(trial.hear("a"))
    trial.thread(Operation("discard all") { queue.discardAll() })
    trial.thread(Operation("add") { queue.add { Promise(value: 2) }.ignoringErrors() })
    trial.thread(Operation("resolve work") { work.resolve(1) })
    trial.atEnd { trial.note("\(queue.running) \(queue.waiting)", for: "left") }
  }

  /// Who stays gets the value, or hears that the load that it joined was discarded by nobody else.
  private static func isServed(_ seen: Observation) -> String? {
    seen.events("heard").count == 1 ? nil : "who stays has not heard once"
  }

  private static func isDrained(_ seen: Observation) -> String? {
    if seen.events("left") != ["0 0"] { return "operations are left" }
    return seen.events("heard").count == 1 ? nil : "the handler has not heard once"
  }
}
