import Dispatch
import Pledge

extension SoakOperation {
  /// Runs a recursive loop that waits for a step in each iteration, and that may be discarded on
  /// the way.
  func loop(in environment: Environment, _ random: inout RandomChoices) {
    let turns = random.draw(1...300)
    let detaches = random.chance(oneIn: 5)
    let later = random.chance(oneIn: 2) ? random.draw(1...turns) : 0
    let queue = environment.queue(&random)
    @Sendable func turn(_ left: Int, _ sum: Int) -> Promise<Int> {
      if left == 0 { return Promise(value: sum) }
      return step(left).flatMap { turn(left - 1, sum &+ $0) }
    }
    @Sendable func step(_ left: Int) -> Promise<Int> {
      guard left <= later else { return Promise(value: left) }
      let promise = Promise<Int>()
      queue.async { promise.resolve(left) }
      return promise
    }
    let whole = turn(turns, 0)
    let done = expectation("the loop ends")
    whole.observe { outcome in
      self.note(outcome)
      switch outcome {
      case .success(let sum): self.check(sum == turns * (turns + 1) / 2, "the sum is \(sum)")
      case .failure(let error):
        self.check(detaches && error is DiscardedError, "rejected with \(error)")
      }
      done()
    }
    if detaches { environment.onRandomQueue(&random) { whole.discard() } }
    endSetup()
  }
}
