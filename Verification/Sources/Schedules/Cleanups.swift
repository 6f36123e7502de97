import Explorer
import Pledge
import PledgeTesting

/// The order of the cleanups of a discard.
enum Cleanups {
  static let all = [order, orderOfSlots, orderOfJob, orderOfChainedJob]

  /// A cleanup waits for the asynchronous one above it.
  static let order = Scenario("cleanup-order", .invariant(Cleanups.isOuterLast)) { trial in
    let rollback = Promise<Void>()
    rollback.observe(trial.handler("rollback", in: "order"))
    let work = trial.track(Promise<Int>(discard: trial.run("work")), "work")
    let result = work.ensureThen { rollback }.ensure(trial.run("outer", in: "order"))
    result.observe(trial.handler("result"))
    trial.thread(discard("result", result))
    trial.thread(Operation("resolve rollback") { rollback.resolve() })
    trial.thread(attach("a", to: result, trial))
    trial.expect(work, result)
  }

  /// A cleanup waits for the asynchronous ones of two slots.
  static let orderOfSlots = Scenario("cleanup-slots", .invariant(Cleanups.isOuterLast)) { trial in
    let rollbacks = [Promise<Void>(), Promise<Void>()]
    for rollback in rollbacks { rollback.observe(trial.handler("rollback", in: "order")) }
    let work = trial.track(Promise<Int>(discard: trial.run("work")), "work")
    let result = (0..<2).mapConcurrently(limit: 2) { index in
      work.ensureThen { rollbacks[index] }
    }
    .ensure(trial.run("outer", in: "order"))
    result.observe(trial.handler("result"))
    trial.thread(discard("result", result))
    for (index, rollback) in rollbacks.enumerated() {
      trial.thread(Operation("resolve rollback \(index)") { rollback.resolve() })
    }
    trial.expect(result)
  }

  private static func isOuterLast(_ seen: Observation) -> String? {
    let order = seen.events("order")
    return order.last == "outer" && order.count { $0 == "outer" } == 1
      ? nil : "the outer cleanup did not run last"
  }

  /// A cleanup waits for the one whose job runs at the same time.
  static let orderOfJob = Scenario(
    "cleanup-job",
    unless: "the stage is discarded while its handler runs, so no cleanup waits for it",
    ["ended": "DiscardedError", "handled": "a=DiscardedError", "order": "outer inner"]
  ) { trial in
    let context = ManualContext()
    let stage = job(on: context, trial)
    let result = trial.track(stage.ensure(trial.run("outer", in: "order")), "result")
    result.observe(trial.handler("a"))
    trial.thread(discard("result", result))
    trial.thread(Operation("run job") { _ = context.runNext() })
    trial.expect(result)
  }

  /// The same, and the stage is chained after work with an asynchronous cleanup.
  static let orderOfChainedJob = Scenario(
    "cleanup-chained-job",
    .invariant { seen in
      seen.events("order").sorted() == ["inner", "outer", "rollback=()"]
        ? nil : "a cleanup did not run once"
    }
  ) { trial in
    let context = ManualContext()
    let rollback = Promise<Void>()
    rollback.observe(trial.handler("rollback", in: "order"))
    let work = trial.track(Promise<Int>(discard: trial.run("work")), "work")
    let stage = job(on: context, trial)
    stage.chain(after: work.ensureThen { rollback })
    let result = trial.track(stage.ensure(trial.run("outer", in: "order")), "result")
    result.observe(trial.handler("a"))
    trial.thread(discard("result", result))
    trial.thread(Operation("run job") { _ = context.runNext() })
    trial.thread(Operation("resolve rollback") { rollback.resolve() })
  }

  /// Returns a stage whose cleanup is a job on a context.
  private static func job(on context: ManualContext, _ trial: Trial) -> Promise<Int> {
    let body = trial.run("inner", in: "order")
    return Promise(value: 1).ensureThen(on: context) {
      body()
      return Promise(value: ())
    }
  }
}
