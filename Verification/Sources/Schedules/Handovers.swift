import Explorer
import Pledge

/// A settled promise whose delivery is handed over from one thread to another.
enum Handovers {
  static let all = [takenOverToEnd]

  /// One thread takes over the delivery that another offers, serves all consumers, and registers
  /// again past the nesting limit, while the first thread still waits for its offer to be accepted.
  static let takenOverToEnd = Scenario("offer-end", .invariant(Handovers.isInOrder)) { trial in
    let promise = Promise(value: 1)
    let handles = trial.handler("a0") as @Sendable (Result<Int, any Error>) -> Void
    trial.thread(
      Operation("attach a0, a1, and a2 within handlers") {
        nest(47) {
          // Registers a new consumer, without which the delivery is not offered.
          promise.observe { outcome in
            handles(outcome)
            promise.observe(trial.handler("c"))
          }
          promise.observe(trial.handler("a1"))
          promise.observe(trial.handler("a2"))
        }
      }
    )
    trial.thread(
      attach("b0", to: promise, trial),
      Operation("attach b1 within handlers") { nest(47) { promise.observe(trial.handler("b1")) } }
    )
  }

  /// Each handler runs once, and those of one thread run in the order of registration.
  private static func isInOrder(_ seen: Observation) -> String? {
    let handled = seen.events("handled")
    if handled.filter({ $0.hasPrefix("a") }) != ["a0=1", "a1=1", "a2=1"] {
      return "wrong handlers of the first thread"
    }
    if handled.filter({ $0.hasPrefix("b") }) != ["b0=1", "b1=1"] {
      return "wrong handlers of the second thread"
    }
    return handled.filter { $0.hasPrefix("c") } == ["c=1"] ? nil : "wrong handlers of a handler"
  }
}
