import Explorer
import Pledge

/// Loops of stages that wait for promises returned by their handlers.
///
/// Stages without other references are spliced out of the chain.
enum Looping {
  static let all = [
    loopDiscarded, loopRetained, loopObserved, loopDropped, loopDiscardRequested, loopOfTokens,
    loopOfLazies, loopIgnored, loopCompressed, loopShared,
  ]

  /// Returns a loop with one iteration per step.
  private static func turn(_ steps: ArraySlice<Promise<Int>>) -> Promise<Int> {
    guard let step = steps.first else { return Promise(value: 9) }
    return step.flatMap { _ in turn(steps.dropFirst()) }
  }

  private static func makeSteps(_ count: Int, _ trial: Trial) -> [Promise<Int>] {
    (0..<count).map { trial.promise("step \($0)") }
  }

  /// A loop is discarded and detaches from its current step.
  static let loopDiscarded = Scenario(
    "loop-discard",
    unless: "the last step has settled, and the loop is discarded before it is notified",
    ["ended": "DiscardedError 0 1 2", "handled": "a=DiscardedError b=DiscardedError"]
  ) { trial in
    let steps = (0..<3).map { trial.work("\($0)") }
    let loop = trial.track(turn(steps[...]), "loop")
    loop.observe(trial.handler("a"))
    trial.thread(resolve("0", steps[0], 0), resolve("1", steps[1], 1), resolve("2", steps[2], 2))
    trial.thread(discard("loop", loop))
    trial.thread(attach("b", to: loop, trial))
    trial.expect(loop, steps[0], steps[1], steps[2])
  }

  /// Returns a loop that stores its second iteration in `held` as soon as that is created.
  private static func makeLoop(
    of steps: [Promise<Int>],
    storingRestIn held: Slot<Promise<Int>>,
    _ trial: Trial
  ) -> Promise<Int> {
    let loop = steps[0].flatMap { _ in
      let rest = turn(steps[1...])
      held.object = rest
      return rest
    }
    return trial.track(loop, "loop")
  }

  /// An iteration in the middle of a loop is retained, and observed or discarded.
  ///
  /// Each permanent handler is called once.
  static let loopRetained = Scenario(
    "loop-retained",
    .invariant {
      !$0["ended"].contains("pending") && $0["handled"].map { $0.prefix(1) }.sorted() == ["a", "c"]
    }
  ) { trial in
    let steps = makeSteps(3, trial)
    let held = Slot<Promise<Int>>()
    let loop = makeLoop(of: steps, storingRestIn: held, trial)
    loop.observe(trial.handler("a"))
    trial.thread(resolve("0", steps[0]), resolve("1", steps[1]), resolve("2", steps[2]))
    trial.thread(
      Operation("attach b") { _ = held.object?.observe(trial.handler("b", in: "turn")) },
      Operation("discard turn") { _ = held.object?.discard() }
    )
    trial.thread(drop("turn", held), attach("c", to: loop, trial))
    trial.expect(loop)
  }

  /// An iteration in the middle of a loop is retained and receives its outcome, whenever its
  /// consumer registered.
  static let loopObserved = Scenario(
    "loop-observed",
    .invariant {
      $0["ended"] == ["9"] && $0["turn"] == ["9"] && $0["handled"].allSatisfy { $0 == "b=9" }
    }
  ) { trial in
    let steps = makeSteps(4, trial)
    let held = Slot<Promise<Int>>()
    let loop = makeLoop(of: steps, storingRestIn: held, trial)
    trial.thread(resolve("0", steps[0]), resolve("1", steps[1]), resolve("2", steps[2]))
    trial.thread(
      Operation("attach b") { _ = held.object?.observe(trial.handler("b")) },
      resolve("3", steps[3])
    )
    trial.expect(loop)
    trial.atEnd {
      trial.note(held.object?.brief ?? "released", for: "turn")
      held.drop()
    }
  }

  /// An iteration that was retained is taken out of the chain by the one after the next, while the
  /// loop is discarded.
  static let loopCompressed = Scenario("loop-compress", .invariant(Looping.isStoppedOrDone)) {
    trial in
    let steps = makeSteps(4, trial)
    let held = Slot<Promise<Int>>()
    let loop = makeLoop(of: steps, storingRestIn: held, trial)
    loop.observe(trial.handler("a"))
    for step in steps[..<2] { step.resolve(0) }
    held.drop()
    trial.thread(resolve("2", steps[2]), resolve("3", steps[3]))
    trial.thread(discard("loop", loop))
    trial.expect(loop)
  }

  /// An iteration is declared shared and released, and the next one takes its place, so that a
  /// discard of the loop does not reach the last step.
  static let loopShared = Scenario("loop-shared", .invariant { $0["blocks"].isEmpty }) { trial in
    let steps = (0..<3).map { trial.work("\($0)") }
    let held = Slot<Promise<Int>>()
    let loop = makeLoop(of: steps, storingRestIn: held, trial)
    steps[0].resolve(0)
    trial.thread(
      Operation("share turn") { _ = held.object?.shared() },
      drop("turn", held),
      discard("loop", loop)
    )
    trial.thread(resolve("1", steps[1]))
    trial.atEnd { steps[2].resolve(2) }
  }

  /// The last reference to a loop is released while it runs.
  static let loopDropped = Scenario("loop-drop") { trial in
    let steps = makeSteps(3, trial)
    let loop = Slot(trial.track(turn(steps[...]), "loop"))
    loop.object?.observe(trial.handler("a"))
    trial.thread(resolve("0", steps[0]), resolve("1", steps[1]))
    trial.thread(drop("loop", loop), resolve("2", steps[2]))
  }

  /// An iteration is discarded and released, possibly while its handler runs, before the next one
  /// ends.
  static let loopDiscardRequested = Scenario("loop-discard-request") { trial in
    let steps = makeSteps(3, trial)
    let held = Slot<Promise<Int>>()
    let loop = makeLoop(of: steps, storingRestIn: held, trial)
    loop.observe(trial.handler("a"))
    trial.thread(resolve("0", steps[0]), resolve("1", steps[1]))
    trial.thread(
      Operation("discard turn") {
        held.object?.discard()
        return held.object != nil
      },
      drop("turn", held),
      resolve("2", steps[2])
    )
    trial.expect(loop)
    trial.atEnd { held.drop() }
  }

  /// A token discards the loop while its iterations are being spliced out of the chain.
  static let loopOfTokens = Scenario(
    "loop-token",
    .invariant { $0["ended"][0] == "DiscardedError" && $0["handled"] == ["a=DiscardedError"] }
  ) { trial in
    let source = DiscardSource()
    let end = trial.work("end")
    let steps = makeSteps(3, trial)
    @Sendable func turn(_ steps: ArraySlice<Promise<Int>>) -> Promise<Int> {
      guard let step = steps.first else { return end }
      return step.flatMap { _ in turn(steps.dropFirst()).discarded(by: source.token) }
    }
    let loop = trial.track(turn(steps[...]), "loop")
    loop.observe(trial.handler("a"))
    steps[0].resolve(0)
    trial.thread(resolve("1", steps[1]), resolve("2", steps[2]))
    trial.thread(Operation("discard source") { source.discard() })
    trial.expect(loop, end)
  }

  /// A loop of lazy promises is discarded while a step settles.
  static let loopOfLazies = Scenario("loop-lazy", .invariant(Looping.isStoppedOrDone)) { trial in
    let steps = makeSteps(2, trial)
    @Sendable func turn(_ steps: ArraySlice<Promise<Int>>) -> Future<Int> {
      guard let step = steps.first else { return Promise(value: 9) }
      return LazyPromise { step.flatMap { _ in turn(steps.dropFirst()) } }
    }
    let loop = trial.track(turn(steps[...]).map { $0 }, "loop")
    loop.observe(trial.handler("a"))
    trial.thread(resolve("0", steps[0]), resolve("1", steps[1]))
    trial.thread(discard("loop", loop))
    trial.expect(loop)
  }

  /// The iterations of a loop ignore their errors; the loop is discarded, but its work continues.
  static let loopIgnored = Scenario(
    "loop-ignored",
    .invariant {
      Looping.isStoppedOrDone($0) && $0["steps"] == ["0", "1", "2"] && $0["blocks"].isEmpty
    }
  ) { trial in
    let steps = (0..<3).map { trial.work("\($0)") }
    @Sendable func turn(_ steps: ArraySlice<Promise<Int>>) -> Promise<Int> {
      guard let step = steps.first else { return Promise(value: 9) }
      let turn = step.flatMap { _ in turn(steps.dropFirst()) }
      turn.ignoringErrors()
      return turn
    }
    let loop = trial.track(turn(steps[...]).map { $0 }, "loop")
    loop.observe(trial.handler("a"))
    trial.thread(resolve("0", steps[0], 0), resolve("1", steps[1], 1))
    trial.thread(discard("loop", loop), resolve("2", steps[2], 2))
    trial.expect(loop)
    trial.atEnd { for step in steps { trial.note(step.brief, for: "steps") } }
  }

  /// The loop was discarded or has completed, and its handler was called once.
  private static func isStoppedOrDone(_ seen: Observation) -> Bool {
    seen.ends(with: "DiscardedError", "9") && seen["handled"] == ["a=\(seen["ended"][0])"]
  }
}
