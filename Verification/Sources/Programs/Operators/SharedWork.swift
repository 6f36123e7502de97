import Pledge

/// Work with several consumers, which threads discard.
///
/// It is stopped when the last consumer detaches, and never before.
final class SharedWork: Sendable {
  private let stops = Tally()
  private let deliveries = Tally()
  /// The work, which retains this in turn until it ends.
  private let work = Guarded<Promise<Token>?>(nil)
  private let staying: Int
  private let step: Step
  private let round: Round
  private let id: LiveObjects.ID

  init(_ operands: Operands) {
    step = operands.step
    round = operands.round
    staying = step.amount % 2
    id = round.liveObjects.add { [step] in step.title }
  }

  deinit {
    if stops.count + staying != 1 {
      round.fail("stopped \(stops.count) times while \(staying) wait: \(step.title)")
    }
    if deliveries.count != staying {
      round.fail("\(deliveries.count) of \(staying) consumers have the value: \(step.title)")
    }
    round.liveObjects.remove(id)
  }

  /// Starts the work, the threads that discard its consumers, and the one that settles it.
  func start() {
    let work = Promise<Token>(discard: { self.stops.up() })
    self.work.with { $0 = work }
    let stages = (0..<2 + step.amount).map { _ in work.map { $0 } }
    for stage in stages.prefix(staying) {
      stage.observe { if case .success = $0 { self.deliveries.up() } }
    }
    for stage in stages.dropFirst(staying) { round.runElsewhere { stage.discard() } }
    guard staying > 0 else { return }
    let token = Token(step.handler, in: round)
    round.runElsewhere { withExtendedLifetime(stages) { work.resolve(token) } }
  }
}
