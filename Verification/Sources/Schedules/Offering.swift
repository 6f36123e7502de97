import Explorer
import Pledge

/// A settled promise whose consumers pass from thread to thread.
enum Offering {
  static let all = [takenToTheEnd]

  /// One thread takes over what another offers, serves everyone, and registers again past the nesting
  /// limit, while the first one still waits for an answer to its offer.
  static let takenToTheEnd = Scenario("offer-end", .invariant(Offering.isInOrder)) { trial in
    let promise = Promise(value: 1)
    let handles = trial.hear("a0") as @Sendable (Result<Int, any Error>) -> Void
    trial.thread(
      Operation("attach a0, a1, and a2 in the depth") {
        nest(47) {
          // A newcomer, without which nothing is offered.
          promise.observe { outcome in
            handles(outcome)
            promise.observe(trial.hear("c"))
          }
          promise.observe(trial.hear("a1"))
          promise.observe(trial.hear("a2"))
        }
      }
    )
    trial.thread(
      attach("b0", to: promise, trial),
      Operation("attach b1 in the depth") { nest(47) { promise.observe(trial.hear("b1")) } }
    )
  }

  /// Each handler has run once, and those of one thread in the order of their registration.
  private static func isInOrder(_ seen: Observation) -> String? {
    let handled = seen.events("heard")
    if handled.filter({ $0.hasPrefix("a") }) != ["a0=1", "a1=1", "a2=1"] {
      return "wrong handlers of the first thread"
    }
    if handled.filter({ $0.hasPrefix("b") }) != ["b0=1", "b1=1"] {
      return "wrong handlers of the second thread"
    }
    return handled.filter { $0.hasPrefix("c") } == ["c=1"] ? nil : "wrong handlers of the handler"
  }
}
