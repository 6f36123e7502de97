import Explorer
import Pledge
import PledgeTesting

/// Operations that may be attempted again.
enum Attempts {
  static let all = [retried, returned, hedged]

  /// The promise of the first attempt is fulfilled as it is returned.
  static let retried = attempt("retry") { work in retry(max: 1, work) }

  /// The same, with a timer for the next attempt.
  ///
  /// The last scenario: a manual clock makes all later attempts begin differently.
  static let hedged = attempt("hedge") { work in
    hedge(after: .seconds(1), clock: ManualClock(), work)
  }

  private static func attempt(
    _ name: String,
    _ start: @escaping @Sendable (@escaping @Sendable () -> Future<Int>) -> Promise<Int>
  ) -> Scenario {
    Scenario(name, .invariant { $0["handled"] == ["a=1"] }) { trial in
      let source = trial.promise("source")
      trial.thread(
        Operation("start") { start { source }.observe(trial.handler("a")) }
      )
      trial.thread(resolve("source", source))
    }
  }

  /// A handler returns a promise that has received its outcome from another.
  static let returned = Scenario("flatmap-settled") { trial in
    let (source, inner) = (trial.promise("source"), trial.promise("inner"))
    let outer = source.flatMap { _ in inner }
    trial.thread(resolve("source", source), resolve("inner", inner))
    trial.thread(
      Operation("attach") {
        Promise(value: 0).flatMap { _ in outer }.observe(trial.handler("a"))
      }
    )
    trial.expect(outer)
  }
}
