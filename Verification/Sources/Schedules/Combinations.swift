import Explorer
import Pledge
import PledgeTesting

/// Combinations, contexts, queues, and caches.
enum Combinations {
  static let all = [
    raceSettling, raceCreation, raceSearched, allSettling, anySettling, findSettling, allAndDrop,
    anyAndDrop, usingAcquisition, usingStage, hop, hopTwice, hopDropped, hopEnsured, hopShared,
    singleFlight, queue,
  ]

  /// Two promises settle concurrently while their race is discarded.
  static let raceSettling = Scenario("race", .invariant(Combinations.isWon)) { trial in
    let (x, y) = (trial.work("x", in: "x"), trial.work("y", in: "y"))
    let first = trial.track(race(x, y), "race")
    first.observe(trial.handler("a"))
    trial.thread(resolve("x", x))
    trial.thread(resolve("y", y, 2))
    trial.thread(discard("race", first))
    trial.expect(first, x, y)
  }

  /// The race ends like one of its promises or is discarded.
  ///
  /// Exactly the discarded promises were stopped.
  private static func isWon(_ seen: Observation) -> Bool {
    let ended = seen["ended"]
    let isStopped = [!seen["x"].isEmpty, !seen["y"].isEmpty]
    return isStopped == [ended[1] == "DiscardedError", ended[2] == "DiscardedError"]
      && seen["handled"] == ["a=\(ended[0])"]
      && ["DiscardedError", "1", "2"].contains(ended[0])
      && (ended[0] != "1" || ended[1] == "1") && (ended[0] != "2" || ended[2] == "2")
  }

  /// A race is created while its promises settle.
  static let raceCreation = Scenario(
    "race-late",
    unless:
      "the first one is about to settle, so it is not discarded, but the second one has settled",
    ["ended": "1 2", "handled": "a=2"]
  ) { trial in
    let (x, y) = (trial.work("x", in: "x"), trial.work("y", in: "y"))
    trial.thread(Operation("race") { _ = race(x, y).observe(trial.handler("a")) })
    trial.thread(resolve("x", x))
    trial.thread(resolve("y", y, 2))
    trial.expect(x, y)
  }

  /// A search for cycles enters a race while a promise settles it, and while it is discarded.
  static let raceSearched = Scenario("race-search") { trial in
    let (x, y) = (trial.promise("x"), trial.promise("y"))
    let first = trial.track(race(x, y), "race")
    let last = trial.promise("last")
    last.observe(trial.handler("a"))
    trial.thread(chain("last after race", last, after: first))
    trial.thread(resolve("x", x))
    trial.thread(discard("race", first))
    trial.expect(first, last)
  }

  static let allSettling = combining("all") { Pledge.all([$0, $1]) }
  static let anySettling = combining("any") { Pledge.any([$0, $1]) }
  static let findSettling = combining("find") { find([$0, $1]) { $0 > 1 } }
  static let allAndDrop = combining("all-drop", dropsFirst: true) { Pledge.all([$0, $1]) }
  static let anyAndDrop = combining("any-drop", dropsFirst: true) { Pledge.any([$0, $1]) }

  /// Three threads settle two promises, or release the first, while their combination is discarded.
  private static func combining<Value>(
    _ name: String,
    dropsFirst: Bool = false,
    _ combine: @escaping @Sendable (Promise<Int>, Promise<Int>) -> Promise<Value>
  ) -> Scenario {
    Scenario(name) { trial in
      let (x, y) = (Slot(trial.promise("x")), trial.promise("y"))
      let combined = trial.track(combine(x.object ?? y, y), "combination")
      combined.observe(trial.handler("a"))
      let resolves = Operation("resolve x") { _ = x.object?.resolve(1) }
      trial.thread(dropsFirst ? drop("x", x) : resolves)
      trial.thread(reject("y", y))
      trial.thread(resolve("y", y, 2), discard("combination", combined))
      trial.expect(combined)
    }
  }

  /// A resource arrives while its user is discarded and settled directly.
  static let usingAcquisition = using("using") { $0 }

  /// A handler opens a resource while its user is discarded and settled directly.
  static let usingStage = using("using-stage") { $0.map { $0 + 1 } }

  private static func using(
    _ name: String,
    _ acquire: @escaping @Sendable (Promise<Int>) -> Promise<Int>
  ) -> Scenario {
    Scenario(name, .invariant(Combinations.isReleased)) { trial in
      let source = trial.work("source")
      let release = trial.run("release", in: "releases")
      let result = Pledge.using(acquire(source), release: { _ in release() }) { Promise(value: $0) }
      trial.track(result, "using").observe(trial.handler("a"))
      trial.thread(discard("using", result))
      trial.thread(resolve("using", result, 7))
      trial.thread(resolve("source", source))
    }
  }

  /// The resource is released once, and its acquisition is not stopped.
  private static func isReleased(_ seen: Observation) -> Bool {
    seen["releases"] == ["release"] && seen["blocks"].isEmpty && seen["handled"].count == 1
  }

  // MARK: - Contexts

  /// A handler waits on a context whose jobs another thread runs, while its stage is discarded.
  static let hop = Scenario("hop-discard") { trial in
    let context = ManualContext()
    let (source, resolver) = trial.pending("source")
    let stage = trial.track(source.map(on: context, trial.increment()), "stage")
    stage.observe(trial.handler("a"))
    trial.thread(resolve("source", resolver))
    trial.thread(runJob(on: context))
    trial.thread(discard("stage", stage))
    trial.expect(stage, after: context.runAll)
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
    trial.thread(resolve("stage", stage, 7))
    trial.expect(trial.track(stage, "stage"))
  }

  /// A context drops a job while its stage is discarded and settled directly.
  static let hopDropped = Scenario("hop-drop") { trial in
    let context = ManualContext()
    let stage = trial.track(Promise(value: 1).map(on: context, trial.increment()), "stage")
    stage.observe(trial.handler("a"))
    trial.thread(Operation("drop jobs") { context.dropAll() })
    trial.thread(discard("stage", stage))
    trial.thread(resolve("stage", stage, 7))
    trial.expect(stage)
  }

  /// A cleanup on a context runs once, and on that context.
  static let hopEnsured = Scenario("hop-ensure") { trial in
    let context = ManualContext()
    let (source, resolver) = trial.pending("source")
    let cleanup = trial.run("cleanup")
    let stage = source.ensure(on: context) {
      cleanup()
      // Jobs run on the last thread and at the end.
      if let thread = Trial.currentThread, thread < 2 { trial.note("elsewhere", for: "blocks") }
    }
    stage.observe(trial.handler("a"))
    trial.thread(resolve("source", resolver))
    trial.thread(discard("stage", stage))
    trial.thread(runJob(on: context))
    trial.expect(stage, after: context.runAll)
  }

  /// A job also runs the handler of the next stage, while a thread observes the first stage and
  /// another one discards the second.
  static let hopShared = Scenario("hop-shared") { trial in
    let context = SharingContext()
    let first = trial.track(Promise(value: 1).map(on: context) { $0 + 1 }, "first")
    let second = trial.track(first.map(on: context, trial.increment()), "second")
    second.observe(trial.handler("a"))
    trial.thread(runJob(on: context.jobs))
    // The order of handlers of different promises is not defined.
    trial.thread(attach("b", to: first, trial, in: "first handled"))
    trial.thread(discard("second", second))
    trial.expect(second, after: context.jobs.runAll)
  }

  // MARK: - Queues and caches

  /// Two callers request one key, one caller detaches, and the load ends.
  static let singleFlight = Scenario(
    "single-flight",
    .invariant { $0["handled"].count == 1 }
  ) { trial in
    let cache = SingleFlight<Int, Int>()
    let load = trial.work("load")
    trial.thread(Operation("load and detach") { cache.value(for: 1) { load }.discard() })
    trial.thread(Operation("load") { _ = cache.value(for: 1) { load }.observe(trial.handler("b")) })
    trial.thread(resolve("load", load))
  }

  /// A serial queue receives two operations, and one is discarded.
  static let queue = Scenario(
    "queue",
    .invariant { $0["left"] == ["0 0"] && $0["handled"].count == 1 }
  ) { trial in
    let queue = PromiseQueue()
    let work = trial.work("work")
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
    trial.thread(resolve("work", work))
    trial.atEnd { trial.note("\(queue.running) \(queue.waiting)", for: "left") }
  }
}

/// A manual context whose jobs run the handlers of consecutive stages.
private struct SharingContext: ExecutionContext {
  let jobs = ManualContext()

  func run(_ work: @escaping @Sendable () -> Void) { jobs.run(work) }

  var executionIdentity: AnyObject? { jobs }
}
