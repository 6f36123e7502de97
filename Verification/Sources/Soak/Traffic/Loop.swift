import Dispatch
import Pledge

extension Errand {
  /// Runs a recursive loop that waits for a step in each iteration, and that may be discarded on
  /// the way.
  func loop(in world: World, _ lottery: inout Lottery) {
    let turns = lottery.draw(1...300)
    let leaves = lottery.hits(oneIn: 5)
    let later = lottery.hits(oneIn: 2) ? lottery.draw(1...turns) : 0
    let queue = world.queue(&lottery)
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
    let isOver = duty("the loop ends")
    whole.observe { outcome in
      self.note(outcome)
      switch outcome {
      case .success(let sum): self.check(sum == turns * (turns + 1) / 2, "the sum is \(sum)")
      case .failure(let error):
        self.check(leaves && error is DiscardedError, "rejected with \(error)")
      }
      isOver()
    }
    if leaves { world.somewhere(&lottery) { whole.discard() } }
    isBegun()
  }
}
