import Explorer
import Pledge

/// Loops of stages that wait for promises that their handlers returned, which are taken out of the
/// chain where nobody refers to them.
enum Looping {
  static let all = [
    loop, loopDiscarded, loopHeld, loopSeen, loopDropped, loopDiscardRequested, loopOfTokens,
    loopOfLazies,
  ]

  /// A loop of as many turns as there are steps.
  private static func turn(_ steps: ArraySlice<Promise<Int>>) -> Promise<Int> {
    guard let step = steps.first else { return Promise(value: 9) }
    return step.flatMap { _ in turn(steps.dropFirst()) }
  }

  private static func resolve(_ steps: [Promise<Int>], _ index: Int) -> Operation {
    Operation("resolve step \(index)") { steps[index].resolve(index) }
  }

  /// Steps of a loop are settled by two threads.
  static let loop = Scenario("loop-steps") { trial in
    let steps = (0..<3).map { trial.watch(Promise<Int>(), "step \($0)") }
    let loop = trial.watch(turn(steps[...]), "loop")
    loop.observe(trial.hear("a"))
    trial.thread(resolve(steps, 0), resolve(steps, 2))
    trial.thread(resolve(steps, 1))
    trial.thread(attach("b", to: loop, trial))
    trial.expect(loop)
  }

  /// A loop is discarded, which leaves the step that it waits for.
  static let loopDiscarded = Scenario(
    "loop-discard",
    .linearizable(or: [
      Allowance(
        "the last step has settled, and the loop is discarded before it hears of that",
        ["ended": "Discarded 0 1 2", "heard": "a=Discarded b=Discarded"]
      )
    ])
  ) { trial in
    let steps = (0..<3).map { number in
      trial.watch(Promise<Int>(discard: trial.run("\(number)")), "step \(number)")
    }
    let loop = trial.watch(turn(steps[...]), "loop")
    loop.observe(trial.hear("a"))
    trial.thread(resolve(steps, 0), resolve(steps, 1), resolve(steps, 2))
    trial.thread(discard("loop", loop))
    trial.thread(attach("b", to: loop, trial))
    trial.expect(loop)
    trial.expect(steps[0], steps[1], steps[2])
  }

  /// A loop that puts its second turn, once there is one, where others find it.
  private static func loop(
    of steps: [Promise<Int>],
    handing held: Slot<Promise<Int>>
  ) -> Promise<Int> {
    steps[0].flatMap { _ in
      let rest = turn(steps[1...])
      held.object = rest
      return rest
    }
  }

  /// Somebody holds a turn from the middle of a loop, and consumes it or discards it.
  static let loopHeld = Scenario("loop-held", .invariant(Looping.isOver)) { trial in
    let steps = (0..<3).map { trial.watch(Promise<Int>(), "step \($0)") }
    let held = Slot<Promise<Int>>()
    let loop = Looping.loop(of: steps, handing: held)
    loop.observe(trial.hear("a"))
    trial.thread(resolve(steps, 0), resolve(steps, 1), resolve(steps, 2))
    trial.thread(
      Operation("attach b") { _ = held.object?.observe(trial.hear("b", in: "turn")) },
      Operation("discard turn") { _ = held.object?.discard() }
    )
    trial.thread(Operation("drop turn") { held.drop() }, attach("c", to: loop, trial))
    trial.expect(trial.watch(loop, "loop"))
  }

  /// Somebody holds a turn from the middle of a loop, which has to hear how that ends.
  static let loopSeen = Scenario("loop-seen", .invariant(Looping.isSeen)) { trial in
    let steps = (0..<4).map { trial.watch(Promise<Int>(), "step \($0)") }
    let held = Slot<Promise<Int>>()
    let loop = Looping.loop(of: steps, handing: held)
    trial.thread(resolve(steps, 0), resolve(steps, 1), resolve(steps, 2))
    trial.thread(
      Operation("attach b") { _ = held.object?.observe(trial.hear("b")) },
      resolve(steps, 3)
    )
    trial.expect(trial.watch(loop, "loop"))
    trial.atEnd {
      trial.note(held.object?.brief ?? "gone", for: "turn")
      held.drop()
    }
  }

  /// The loop and the turn have ended as its last step says, whoever came when.
  private static func isSeen(_ seen: Observation) -> String? {
    if seen.events("ended") != ["9"] { return "the loop has ended otherwise" }
    if seen.events("turn") != ["9"] { return "the turn has ended otherwise" }
    return seen.events("heard").allSatisfy { $0 == "b=9" } ? nil : "the handler has heard otherwise"
  }

  /// The last reference to a loop is dropped while it turns.
  static let loopDropped = Scenario("loop-drop") { trial in
    let steps = (0..<3).map { trial.watch(Promise<Int>(), "step \($0)") }
    let loop = Slot(trial.watch(turn(steps[...]), "loop"))
    loop.object?.observe(trial.hear("a"))
    trial.thread(resolve(steps, 0), resolve(steps, 1))
    trial.thread(Operation("drop loop") { loop.drop() }, resolve(steps, 2))
  }

  /// A turn is discarded and dropped, maybe while its handler runs, before the next one ends.
  static let loopDiscardRequested = Scenario("loop-doom") { trial in
    let steps = (0..<3).map { trial.watch(Promise<Int>(), "step \($0)") }
    let held = Slot<Promise<Int>>()
    let loop = Looping.loop(of: steps, handing: held)
    loop.observe(trial.hear("a"))
    trial.thread(resolve(steps, 0), resolve(steps, 1))
    trial.thread(
      Operation("discard turn") {
        held.object?.discard()
        return held.object != nil
      },
      Operation("drop turn") { held.drop() },
      resolve(steps, 2)
    )
    trial.expect(trial.watch(loop, "loop"))
    trial.atEnd { held.drop() }
  }

  /// A token whose turns are being taken out of the chain discards the loop.
  static let loopOfTokens = Scenario("loop-token", .invariant(Looping.isStopped)) { trial in
    let source = DiscardSource()
    let end = trial.watch(Promise<Int>(discard: trial.run("end")), "end")
    let steps = (0..<3).map { trial.watch(Promise<Int>(), "step \($0)") }
    @Sendable func turn(_ steps: ArraySlice<Promise<Int>>) -> Promise<Int> {
      guard let step = steps.first else { return end }
      return step.flatMap { _ in turn(steps.dropFirst()).discarded(by: source.token) }
    }
    let loop = trial.watch(turn(steps[...]), "loop")
    loop.observe(trial.hear("a"))
    steps[0].resolve(0)
    trial.thread(resolve(steps, 1), resolve(steps, 2))
    trial.thread(Operation("discard source") { source.discard() })
    trial.expect(loop, end)
  }

  /// The loop has been discarded, and its handler has heard of that once.
  private static func isStopped(_ seen: Observation) -> String? {
    if seen.events("ended").first != "Discarded" { return "the loop was not discarded" }
    return seen.events("heard") == ["a=Discarded"] ? nil : "the handler has not heard once"
  }

  /// A loop of lazy promises, which is discarded while a step settles.
  static let loopOfLazies = Scenario("loop-lazy", .invariant(Looping.isStoppedOrDone)) { trial in
    let steps = (0..<2).map { trial.watch(Promise<Int>(), "step \($0)") }
    @Sendable func turn(_ steps: ArraySlice<Promise<Int>>) -> Future<Int> {
      guard let step = steps.first else { return Promise(value: 9) }
      return LazyPromise { step.flatMap { _ in turn(steps.dropFirst()) } }
    }
    let loop = trial.watch(turn(steps[...]).map { $0 }, "loop")
    loop.observe(trial.hear("a"))
    trial.thread(resolve(steps, 0), resolve(steps, 1))
    trial.thread(discard("loop", loop))
    trial.expect(loop)
  }

  /// The loop was discarded or has come to its end, and its handler has heard that once.
  private static func isStoppedOrDone(_ seen: Observation) -> String? {
    let ended = seen.events("ended")
    guard ended == ["Discarded"] || ended == ["9"] else { return "the loop has not ended" }
    return seen.events("heard") == ["a=\(ended[0])"] ? nil : "the handler has not heard once"
  }

  /// At the end nothing is pending, and who registered for good has heard once.
  private static func isOver(_ seen: Observation) -> String? {
    if seen.events("ended").contains("pending") { return "not settled" }
    let handled = seen.events("heard").map { $0.prefix(1) }.sorted()
    return handled == ["a", "c"] ? nil : "the handlers have not heard once each"
  }
}
