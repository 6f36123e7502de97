import Explorer
import Pledge
import PledgeTesting

/// The order of the cleanups of a discard.
enum Cleanups {
  static let all = [order, orderOfJob, orderOfChainedJob]

  /// A cleanup waits for the asynchronous one above it.
  static let order = Scenario(
    "cleanup-order",
    .invariant { $0["order"].firstIndex(of: "outer") == $0["order"].count - 1 }
  ) { trial in
    let rollback = makeRollback(trial)
    let work = trial.work("work")
    let result = work.ensureThen { rollback }.ensure(trial.run("outer", in: "order"))
    result.observe(trial.handler("result"))
    trial.thread(discard("result", result))
    trial.thread(Operation("resolve rollback") { rollback.resolve() })
    trial.thread(attach("a", to: result, trial))
    trial.expect(work, result)
  }

  /// A cleanup waits for the one whose job runs at the same time.
  static let orderOfJob = Scenario(
    "cleanup-job",
    unless: "the stage is discarded while its handler runs, so no cleanup waits for it",
    ["ended": "DiscardedError", "handled": "a=DiscardedError", "order": "outer inner"]
  ) { trial in
    let context = ManualContext()
    let result = ensured(job(on: context, trial), trial)
    trial.thread(discard("result", result))
    trial.thread(runJob(on: context))
    trial.expect(result)
  }

  /// The same, and the stage is chained after work with an asynchronous cleanup.
  static let orderOfChainedJob = Scenario(
    "cleanup-chained-job",
    .invariant { $0["order"].sorted() == ["inner", "outer", "rollback=()"] }
  ) { trial in
    let context = ManualContext()
    let rollback = makeRollback(trial)
    let stage = job(on: context, trial)
    stage.chain(after: trial.work("work").ensureThen { rollback })
    trial.thread(discard("result", ensured(stage, trial)))
    trial.thread(runJob(on: context))
    trial.thread(Operation("resolve rollback") { rollback.resolve() })
  }

  /// Returns the promise of an asynchronous cleanup, whose end is recorded.
  private static func makeRollback(_ trial: Trial) -> Promise<Void> {
    let rollback = Promise<Void>()
    rollback.observe(trial.handler("rollback", in: "order"))
    return rollback
  }

  private static func ensured(_ stage: Promise<Int>, _ trial: Trial) -> Promise<Int> {
    let result = trial.track(stage.ensure(trial.run("outer", in: "order")), "result")
    result.observe(trial.handler("a"))
    return result
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
