import Pledge
import Support

extension SoakOperation {
  /// Creates work that is settled before its time limit, at about the limit, or never.
  func timeOut(in environment: Environment, _ random: inout RandomChoices) {
    let stops = Tally()
    let work = Promise<Int>(discard: { stops.up() })
    let settles = !random.chance(oneIn: 3)
    if settles {
      let done = expectation("a timer fires")
      after(random.delay()).observe { [number] _ in
        work.resolve(number)
        done()
      }
    }
    let done = expectation("the limited promise is settled")
    work.timeout(after: random.delay()).observe { outcome in
      self.note(outcome)
      switch outcome {
      case .success(let value): self.check(value == self.number && settles, "the value is \(value)")
      case .failure(let error): self.check(error is TimeoutError, "rejected with \(error)")
      }
      done()
    }
    endSetup {
      let isStopped = work.result.map { OutcomeKind(of: $0) } == .discarded
      self.check(stops.count == (isStopped ? 1 : 0), "stopped \(stops.count) times")
      self.check(isStopped || settles, "all consumers are detached, but the work continues")
    }
  }
}
