import Dispatch
import Pledge

extension Errand {
  /// Adds operations to a queue that all share.
  ///
  /// It never runs more than its limit, and each operation is fulfilled, discarded, or timed out.
  func queue(in world: World, _ lottery: inout Lottery) {
    let leaves = lottery.hits(oneIn: 4)
    let limit: Duration? = lottery.hits(oneIn: 4) ? lottery.moment() : nil
    let delay = lottery.hits(oneIn: 4) ? lottery.moment() : nil
    let queue = world.queue(&lottery)
    let number = number
    let promise = world.limited.add(timeout: limit) {
      let running = world.limited.running
      self.check(running <= World.limit, "\(running) operations of the queue at a time")
      let work = Promise<Int>()
      let begin = { @Sendable in queue.async { work.resolve(number) } }
      if let delay { after(delay).observe { _ in begin() } } else { begin() }
      return work
    }
    let isOver = duty("the operation of the queue ends")
    promise.observe { outcome in
      self.note(outcome)
      switch outcome {
      case .success(let value): self.check(value == number, "the value is \(value)")
      case .failure(is TimeoutError): self.check(limit != nil, "out of time without a limit")
      case .failure(let error):
        self.check(leaves && error is DiscardedError, "rejected with \(error)")
      }
      isOver()
    }
    if leaves { world.somewhere(&lottery) { promise.discard() } }
    isBegun()
  }
}
