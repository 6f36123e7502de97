import Pledge
import Support

extension SoakOperation {
  /// Detaches consumers of the same work from several threads.
  ///
  /// The work is stopped when the last one detaches, and never before.
  func discard(in environment: Environment, _ random: inout RandomChoices) {
    let stops = Tally()
    let work = Promise<Int>(discard: { stops.up() })
    let stages = (0..<random.draw(2...8)).map { _ in
      random.chance(oneIn: 2) ? work.map { $0 } : work.map { $0 }.flatMap { Promise(value: $0) }
    }
    let staying = random.draw(0...stages.count - 1)
    let settles = staying > 0 || random.chance(oneIn: 3)
    for (index, stage) in stages.enumerated() {
      let done = expectation(
        "stage \(index) of \(stages.count), of which \(staying) stay, is settled"
      )
      stage.observe { outcome in
        self.checkOutcome(outcome, mayDetach: index >= staying)
        done()
      }
    }
    for stage in stages[staying...] {
      let done = expectation("a thread discards a stage")
      environment.onRandomQueue(&random) {
        stage.discard()
        done()
      }
    }
    if settles {
      let done = expectation("a thread settles")
      environment.onRandomQueue(&random) { [number] in
        work.resolve(number)
        done()
      }
    }
    endSetup {
      let isStopped = work.result.map { OutcomeKind(of: $0) } == .discarded
      self.check(stops.count == (isStopped ? 1 : 0), "stopped \(stops.count) times")
      self.check(isStopped || settles, "all consumers are detached, but the work continues")
      self.check(!isStopped || staying == 0, "stopped while \(staying) wait")
    }
  }

  /// Checks the outcome of a promise whose value is the number of this operation.
  func checkOutcome(_ outcome: Result<Int, any Error>, mayDetach: Bool) {
    note(outcome)
    switch outcome {
    case .success(let value): check(value == number, "the value is \(value)")
    case .failure(let error):
      check(mayDetach && error is DiscardedError, "a consumer is rejected with \(error)")
    }
  }
}
