import Pledge
import PledgeTestSupport
import Testing

/// A priority reaches the sources of every operator and combination, whenever they begin to work.
@Suite(.hangLimit)
struct EscalatePriorityTests {
  private static let rows = Combination.operatorForms + Combination.all

  /// The moment of the wait.
  enum Moment: CaseIterable, Sendable {
    case beforeTheWork, duringTheWork, afterTheWork
  }

  private static let lent = "pending with priority \(TaskPriority.high.rawValue),"

  @Test(arguments: rows, Moment.allCases)
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func `a priority reaches the sources`(of row: Combination, moment: Moment) {
    let gates = (0..<row.width).map { _ in Promise<Void>() }
    let works = gates.map { _ in Promise<Canary>() }
    let sources: [Future<Canary>] =
      moment == .beforeTheWork
      ? zip(gates, works).map { gate, work in gate.flatMap { work } } : works
    let stage = row.combine(sources)

    if moment == .afterTheWork {
      for work in works { work.resolve(Cage().canary()) }
      stage.escalatePriority(to: .high)
      #expect(works.allSatisfy { !$0.explain().contains("priority") })
      stage.discard()
      return
    }
    stage.escalatePriority(to: .high)
    // A lower one has no effect.
    stage.escalatePriority(to: .low)
    #expect(sources.allSatisfy { $0.explain().contains(Self.lent) })
    for gate in gates { gate.resolve() }
    #expect(works.allSatisfy { $0.explain().contains(Self.lent) })

    stage.discard()
    withExtendedLifetime((sources, works)) {}
  }

  @Test(arguments: rows)
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func `a wait gives the sources the priority of its task`(of row: Combination) async throws {
    let sources = (0..<row.width).map { _ in Promise<Canary>.pending() }
    let raised = sources.map { source in
      let raised = Promise<TaskPriority>()
      source.resolver.onPriorityEscalated { raised.resolve($0) }
      return raised
    }
    let stage = row.combine(sources.map(\.promise))
    let waiter = Task.detached(priority: .high) { await stage.wait() }

    for raised in raised { #expect(try await raised.value == .high) }
    stage.discard()
    await waiter.value
    withExtendedLifetime(sources) {}
  }

  @Test
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func `a promise that is spliced out of a loop leaves its priority to the rest`() {
    let gates = (0..<3).map { _ in Promise<Int>() }
    let work = Promise<Int>()
    @Sendable func loop(_ step: Int) -> Promise<Int> {
      step == gates.count ? work : gates[step].flatMap { _ in loop(step + 1) }
    }
    let promise = loop(0)
    promise.escalatePriority(to: .high)
    for gate in gates { gate.resolve(1) }

    #expect(work.explain().contains(Self.lent))
    withExtendedLifetime(promise) {}
  }

  @Test
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func `a thousand consumers that detach leave the priority`() {
    let promise = Promise<Int>()
    promise.escalatePriority(to: .low)
    for _ in 0..<1_000 { promise.map { $0 }.discard() }
    let stages = (0..<1_000).map { _ in promise.map { $0 } }
    for stage in stages.dropLast() { stage.discard() }

    #expect(promise.explain().contains("with priority \(TaskPriority.low.rawValue)"))
    promise.resolve(1)
    #expect(stages.last?.got == 1)
  }

  @Test
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func `losers of a race are not raised any longer`() {
    let (first, second) = (Promise<Int>(), Promise<Int>(discard: {}))
    let gate = Promise<Void>()
    let loser = gate.flatMap { second }
    let winner = race([first, loser])
    winner.escalatePriority(to: .low)
    let kept = loser.map { $0 }
    first.resolve(1)
    winner.escalatePriority(to: .high)
    gate.resolve()

    #expect(second.explain().contains("with priority \(TaskPriority.low.rawValue)"))
    kept.discard()
  }
}
