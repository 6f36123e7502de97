import Pledge
import Testing

@testable import PledgeTesting

struct WatchedTests {
  private enum Action: CaseIterable {
    case create, chain, settle, breakPromise, endOfRun, settleElsewhere, settleStage
  }

  private static let (root, stage) = (PromiseID(1), PromiseID(2))

  /// The root of a chain, its one consumer, and what is known about both.
  private struct Model {
    var exists = false
    var isPending = false
    var hasConsumer = false
    var isStuck = false
    var isElsewhere = false
  }

  @Test
  func `a promise is stuck if it had a pending consumer after the last run, and was not settled`() {
    var sequences: [[Action]] = [[]]
    for _ in 0..<5 { sequences = sequences.flatMap { s in Action.allCases.map { s + [$0] } } }
    for sequence in sequences { check(sequence) }
  }

  @Test func `the consumers of a merged promise wait for its source`() {
    var watched = Watched()
    let consumer = PromiseID(3)
    watched.noteCreation(of: WatchedTests.root, origin("Promise", isRoot: true))
    watched.noteCreation(
      of: WatchedTests.stage,
      origin("map", isRoot: false),
      from: WatchedTests.root
    )
    watched.noteCreation(of: consumer, origin("flatMap", isRoot: false))
    watched.noteWait(of: consumer, for: WatchedTests.stage)
    watched.noteMerge(of: WatchedTests.stage)
    watched.noteEndOfRun()
    var settled = watched
    #expect(watched.close().count == 1)
    settled.noteSettlement(of: consumer, isBroken: false, isHere: true)
    settled.noteEndOfRun()
    #expect(settled.close().isEmpty)
  }

  @Test(arguments: ["app.queue", "main"])
  func `a stage that another queue settles after the checks is reported`(context: String) {
    let event = PromiseEvent(
      .chained(to: WatchedTests.root),
      of: WatchedTests.stage,
      operator: "map",
      context: context,
      time: 0
    )
    var watched = Watched()
    watched.noteContext("main")
    watched.noteCreation(of: WatchedTests.stage, Watched.Origin(event, isRoot: false))
    #expect(watched.close().isEmpty)
    watched.noteSettlement(of: WatchedTests.stage, isBroken: false, isHere: false)
    #expect(watched.leftovers.count == (context == "main" ? 0 : 1))
    #expect(watched.leftovers.allSatisfy { $0.contains(#"runs on "app.queue""#) })
  }

  private func check(_ sequence: [Action]) {
    var (watched, model) = (Watched(), Model())
    for action in sequence { carryOut(action, &watched, &model) }
    let problems = watched.close()
    #expect(problems.contains { $0.contains("stayed pending") } == model.isStuck)
    #expect(problems.contains { $0.contains("another thread") } == model.isElsewhere)
    #expect(watched.leftovers.contains { $0.hasPrefix("Promise") } == model.isPending)
  }

  private func carryOut(_ action: Action, _ watched: inout Watched, _ model: inout Model) {
    switch action {
    case .create:
      guard !model.exists else { return }
      (model.exists, model.isPending) = (true, true)
      watched.noteCreation(of: WatchedTests.root, origin("Promise", isRoot: true))
    case .chain:
      model.hasConsumer = true
      let origin = origin("map", isRoot: false)
      watched.noteCreation(of: WatchedTests.stage, origin, from: WatchedTests.root)
    case .settle, .breakPromise, .settleElsewhere:
      let isBroken = action == .breakPromise
      let isHere = action != .settleElsewhere
      if model.isPending {
        if !isHere { model.isElsewhere = true }
        if !isBroken { model.isStuck = false }
      }
      model.isPending = false
      watched.noteSettlement(of: WatchedTests.root, isBroken: isBroken, isHere: isHere)
    case .settleStage:
      model.hasConsumer = false
      watched.noteSettlement(of: WatchedTests.stage, isBroken: false, isHere: true)
    case .endOfRun:
      model.isStuck = model.isPending && model.hasConsumer
      watched.noteEndOfRun()
    }
  }

  private func origin(_ name: String, isRoot: Bool) -> Watched.Origin {
    let event = PromiseEvent(.created, of: WatchedTests.root, operator: name, time: 0)
    return Watched.Origin(event, isRoot: isRoot)
  }
}
