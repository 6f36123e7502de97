import Dispatch
import Pledge

extension SoakOperation {
  /// Adds operations to a queue that all share.
  ///
  /// It never runs more than its limit, and each operation is fulfilled, discarded, or timed out.
  func queue(in environment: Environment, _ random: inout RandomChoices) {
    let detaches = random.chance(oneIn: 4)
    let limit: Duration? = random.chance(oneIn: 4) ? random.delay() : nil
    let delay = random.chance(oneIn: 4) ? random.delay() : nil
    let queue = environment.queue(&random)
    let number = number
    let promise = environment.limited.add(timeout: limit) {
      let running = environment.limited.running
      self.check(running <= Environment.limit, "\(running) operations of the queue at a time")
      let work = Promise<Int>()
      let begin = { @Sendable in queue.async { work.resolve(number) } }
      if let delay { after(delay).observe { _ in begin() } } else { begin() }
      return work
    }
    let done = expectation("the operation of the queue ends")
    promise.observe { outcome in
      self.note(outcome)
      switch outcome {
      case .success(let value): self.check(value == number, "the value is \(value)")
      case .failure(is TimeoutError): self.check(limit != nil, "timed out without a limit")
      case .failure(let error):
        self.check(detaches && error is DiscardedError, "rejected with \(error)")
      }
      done()
    }
    if detaches { environment.onRandomQueue(&random) { promise.discard() } }
    endSetup()
  }
}
