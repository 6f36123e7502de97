import Explorer
import Pledge

/// Combinations and `using`, with the promises they consume.
enum Inputs {
  static let all = [usingAcquisition, usingStage, findSettling, allAndDrop, anyAndDrop]

  /// A resource arrives while its user is discarded and settled directly.
  static let usingAcquisition = Scenario("using", .invariant(Inputs.isReleased)) { trial in
    let acquire = trial.track(Promise<Int>(discard: trial.run("stop")), "acquire")
    use(acquire, trial)
    trial.thread(Operation("resolve acquire") { acquire.resolve(1) })
  }

  /// A handler opens a resource while its user is discarded and settled directly.
  static let usingStage = Scenario("using-stage", .invariant(Inputs.isReleased)) { trial in
    let source = trial.track(Promise<Int>(discard: trial.run("stop")), "source")
    use(source.map { $0 + 1 }, trial)
    trial.thread(Operation("resolve source") { source.resolve(1) })
  }

  private static func use(_ acquire: Future<Int>, _ trial: Trial) {
    let release = trial.run("release", in: "releases")
    let result = using(acquire, release: { _ in release() }, { Promise(value: $0) })
    trial.track(result, "using").observe(trial.handler("a"))
    trial.thread(discard("using", result))
    trial.thread(Operation("resolve using") { result.resolve(7) })
  }

  /// The resource is released once, and its acquisition is not stopped.
  private static func isReleased(_ seen: Observation) -> String? {
    if seen.events("releases") != ["release"] { return "the resource was not released once" }
    if !seen.events("blocks").isEmpty { return "the acquisition was stopped" }
    return seen.events("handled").count == 1 ? nil : "the handler was not called once"
  }

  static let findSettling = Scenario("find") { trial in
    let (x, y) = (trial.track(Promise<Int>(), "x"), trial.track(Promise<Int>(), "y"))
    let found = trial.track(find([x, y]) { $0 > 1 }, "find")
    found.observe(trial.handler("a"))
    trial.thread(Operation("resolve x") { x.resolve(1) })
    trial.thread(Operation("resolve y") { y.resolve(2) })
    trial.thread(Operation("reject x") { x.reject(Oops()) }, discard("find", found))
    trial.expect(found)
  }

  /// One promise is released while the other settles and the combination is discarded.
  static let allAndDrop = combiningDropped(
    "all-drop",
    { Pledge.all([$0, $1]) },
    { y in Operation("resolve y") { y.resolve(2) } }
  )

  /// The same while the other is rejected.
  static let anyAndDrop = combiningDropped(
    "any-drop",
    { Pledge.any([$0, $1]) },
    { y in Operation("reject y") { y.reject(Oops()) } }
  )

  private static func combiningDropped<Value>(
    _ name: String,
    _ combine: @escaping @Sendable (Promise<Int>, Promise<Int>) -> Promise<Value>,
    _ settle: @escaping @Sendable (Promise<Int>) -> Operation
  ) -> Scenario {
    Scenario(name) { trial in
      let (x, y) = (Slot(trial.track(Promise<Int>(), "x")), trial.track(Promise<Int>(), "y"))
      let combined = trial.track(combine(x.object ?? y, y), "combination")
      combined.observe(trial.handler("a"))
      trial.thread(Operation("drop x") { x.drop() })
      trial.thread(settle(y))
      trial.thread(discard("combination", combined))
      trial.expect(combined)
    }
  }
}
