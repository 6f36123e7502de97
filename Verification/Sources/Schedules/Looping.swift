import Explorer
import Pledge

/// Loops of stages that wait for promises returned by their handlers.
///
/// Stages without other references are spliced out of the chain.
enum Looping {
  static let all = [
    loop, loopDiscarded, loopRetained, loopObserved, loopDropped, loopDiscardRequested,
    loopOfTokens, loopOfLazies, loopIgnored,
  ]

  /// Returns a loop with one iteration per step.
  private static func turn(_ steps: ArraySlice<Promise<Int>>) -> Promise<Int> {
    guard let step = steps.first else { return Promise(value: 9) }
    return step.flatMap { _ in turn(steps.dropFirst()) }
  }

  private static func resolve(_ steps: [Promise<Int>], _ index: Int) -> Operation {
    Operation("resolve step \(index)") { steps[index].resolve(index) }
  }

  /// Two threads settle the steps of a loop.
  static let loop = Scenario("loop-steps") { trial in
    let steps = (0..<3).map { trial.track(Promise<Int>(), "step \($0)") }
    let loop = trial.track(turn(steps[...]), "loop")
    loop.observe(trial.handler("a"))
    trial.thread(resolve(steps, 0), resolve(steps, 2))
    trial.thread(resolve(steps, 1))
    trial.thread(attach("b", to: loop, trial))
    trial.expect(loop)
  }

  /// A loop is discarded and detaches from its current step.
  static let loopDiscarded = Scenario(
    "loop-discard",
    unless: "the last step has settled, and the loop is discarded before it is notified",
    ["ended": "DiscardedError 0 1 2", "handled": "a=DiscardedError b=DiscardedError"]
  ) { trial in
    let steps = (0..<3).map { number in
      trial.track(Promise<Int>(discard: trial.run("\(number)")), "step \(number)")
    }
    let loop = trial.track(turn(steps[...]), "loop")
    loop.observe(trial.handler("a"))
    trial.thread(resolve(steps, 0), resolve(steps, 1), resolve(steps, 2))
    trial.thread(discard("loop", loop))
    trial.thread(attach("b", to: loop, trial))
    trial.expect(loop)
    trial.expect(steps[0], steps[1], steps[2])
  }

  /// Returns a loop that stores its second iteration in `held` as soon as that is created.
  private static func loop(
    of steps: [Promise<Int>],
    storingRestIn held: Slot<Promise<Int>>
  ) -> Promise<Int> {
    steps[0].flatMap { _ in
      let rest = turn(steps[1...])
      held.object = rest
      return rest
    }
  }

  /// An iteration in the middle of a loop is retained, and observed or discarded.
  static let loopRetained = Scenario("loop-retained", .invariant(Looping.isOver)) { trial in
    let steps = (0..<3).map { trial.track(Promise<Int>(), "step \($0)") }
    let held = Slot<Promise<Int>>()
    let loop = Looping.loop(of: steps, storingRestIn: held)
    loop.observe(trial.handler("a"))
    trial.thread(resolve(steps, 0), resolve(steps, 1), resolve(steps, 2))
    trial.thread(
      Operation("attach b") { _ = held.object?.observe(trial.handler("b", in: "turn")) },
      Operation("discard turn") { _ = held.object?.discard() }
    )
    trial.thread(Operation("drop turn") { held.drop() }, attach("c", to: loop, trial))
    trial.expect(trial.track(loop, "loop"))
  }

  /// An iteration in the middle of a loop is retained and receives its outcome.
  static let loopObserved = Scenario("loop-observed", .invariant(Looping.isObserved)) { trial in
    let steps = (0..<4).map { trial.track(Promise<Int>(), "step \($0)") }
    let held = Slot<Promise<Int>>()
    let loop = Looping.loop(of: steps, storingRestIn: held)
    trial.thread(resolve(steps, 0), resolve(steps, 1), resolve(steps, 2))
    trial.thread(
      Operation("attach b") { _ = held.object?.observe(trial.handler("b")) },
      resolve(steps, 3)
    )
    trial.expect(trial.track(loop, "loop"))
    trial.atEnd {
      trial.note(held.object?.brief ?? "released", for: "turn")
      held.drop()
    }
  }

  /// The loop and the iteration have the outcome of the last step, whenever the consumer
  /// registered.
  private static func isObserved(_ seen: Observation) -> String? {
    if seen.events("ended") != ["9"] { return "the loop has another outcome" }
    if seen.events("turn") != ["9"] { return "the turn has another outcome" }
    return seen.events("handled").allSatisfy { $0 == "b=9" } ? nil : "wrong outcome"
  }

  /// The last reference to a loop is released while it runs.
  static let loopDropped = Scenario("loop-drop") { trial in
    let steps = (0..<3).map { trial.track(Promise<Int>(), "step \($0)") }
    let loop = Slot(trial.track(turn(steps[...]), "loop"))
    loop.object?.observe(trial.handler("a"))
    trial.thread(resolve(steps, 0), resolve(steps, 1))
    trial.thread(Operation("drop loop") { loop.drop() }, resolve(steps, 2))
  }

  /// An iteration is discarded and released, possibly while its handler runs, before the next one
  /// ends.
  static let loopDiscardRequested = Scenario("loop-discard-request") { trial in
    let steps = (0..<3).map { trial.track(Promise<Int>(), "step \($0)") }
    let held = Slot<Promise<Int>>()
    let loop = Looping.loop(of: steps, storingRestIn: held)
    loop.observe(trial.handler("a"))
    trial.thread(resolve(steps, 0), resolve(steps, 1))
    trial.thread(
      Operation("discard turn") {
        held.object?.discard()
        return held.object != nil
      },
      Operation("drop turn") { held.drop() },
      resolve(steps, 2)
    )
    trial.expect(trial.track(loop, "loop"))
    trial.atEnd { held.drop() }
  }

  /// A token discards the loop while its iterations are being spliced out of the chain.
  static let loopOfTokens = Scenario("loop-token", .invariant(Looping.isStopped)) { trial in
    let source = DiscardSource()
    let end = trial.track(Promise<Int>(discard: trial.run("end")), "end")
    let steps = (0..<3).map { trial.track(Promise<Int>(), "step \($0)") }
    @Sendable func turn(_ steps: ArraySlice<Promise<Int>>) -> Promise<Int> {
      guard let step = steps.first else { return end }
      return step.flatMap { _ in turn(steps.dropFirst()).discarded(by: source.token) }
    }
    let loop = trial.track(turn(steps[...]), "loop")
    loop.observe(trial.handler("a"))
    steps[0].resolve(0)
    trial.thread(resolve(steps, 1), resolve(steps, 2))
    trial.thread(Operation("discard source") { source.discard() })
    trial.expect(loop, end)
  }

  /// The loop was discarded, and its handler was called once.
  private static func isStopped(_ seen: Observation) -> String? {
    if seen.events("ended").first != "DiscardedError" { return "the loop was not discarded" }
    return seen.events("handled") == ["a=DiscardedError"] ? nil : "the handler was not called once"
  }

  /// A loop of lazy promises is discarded while a step settles.
  static let loopOfLazies = Scenario("loop-lazy", .invariant(Looping.isStoppedOrDone)) { trial in
    let steps = (0..<2).map { trial.track(Promise<Int>(), "step \($0)") }
    @Sendable func turn(_ steps: ArraySlice<Promise<Int>>) -> Future<Int> {
      guard let step = steps.first else { return Promise(value: 9) }
      return LazyPromise { step.flatMap { _ in turn(steps.dropFirst()) } }
    }
    let loop = trial.track(turn(steps[...]).map { $0 }, "loop")
    loop.observe(trial.handler("a"))
    trial.thread(resolve(steps, 0), resolve(steps, 1))
    trial.thread(discard("loop", loop))
    trial.expect(loop)
  }

  /// The iterations of a loop ignore their errors; the loop is discarded, but its work continues.
  static let loopIgnored = Scenario("loop-ignored", .invariant(Looping.isIgnored)) { trial in
    let steps = (0..<3).map { number in
      trial.track(Promise<Int>(discard: trial.run("\(number)")), "step \(number)")
    }
    @Sendable func turn(_ steps: ArraySlice<Promise<Int>>) -> Promise<Int> {
      guard let step = steps.first else { return Promise(value: 9) }
      let turn = step.flatMap { _ in turn(steps.dropFirst()) }
      turn.ignoringErrors()
      return turn
    }
    let loop = turn(steps[...]).map { $0 }
    loop.observe(trial.handler("a"))
    trial.thread(resolve(steps, 0), resolve(steps, 1))
    trial.thread(discard("loop", loop), resolve(steps, 2))
    trial.expect(trial.track(loop, "loop"))
    trial.atEnd { for step in steps { trial.note(step.brief, for: "steps") } }
  }

  /// The loop has ended, and no step was discarded.
  private static func isIgnored(_ seen: Observation) -> String? {
    if seen.events("steps") != ["0", "1", "2"] || !seen.events("blocks").isEmpty {
      return "a step was discarded"
    }
    return isStoppedOrDone(seen)
  }

  /// The loop was discarded or has completed, and its handler was called once.
  private static func isStoppedOrDone(_ seen: Observation) -> String? {
    let ended = seen.events("ended")
    guard ended == ["DiscardedError"] || ended == ["9"] else { return "the loop has not ended" }
    return seen.events("handled") == ["a=\(ended[0])"] ? nil : "the handler was not called once"
  }

  /// Nothing is pending at the end, and each permanent handler was called once.
  private static func isOver(_ seen: Observation) -> String? {
    if seen.events("ended").contains("pending") { return "not settled" }
    let handled = seen.events("handled").map { $0.prefix(1) }.sorted()
    return handled == ["a", "c"] ? nil : "not every handler was called once"
  }
}
