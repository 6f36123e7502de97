import Dispatch
import Pledge
import Support

extension SoakOperation {
  /// Combines several promises into the array of their values, or the error of one that failed.
  func collect(in environment: Environment, _ random: inout RandomChoices) {
    let works = (0..<random.draw(1...8)).map { _ in Promise<Int>() }
    let failing = random.chance(oneIn: 3) ? random.draw(0...works.count - 1) : nil
    for (index, work) in works.enumerated() {
      let done = expectation("work \(index) of \(works.count) ends")
      environment.onRandomQueue(&random) {
        if index == failing { work.reject(Failure(code: index)) } else { work.resolve(index) }
        done()
      }
    }
    let done = expectation("all values are delivered")
    Pledge.all(works).observe { outcome in
      self.note(outcome)
      switch outcome {
      case .success(let values):
        self.check(values == Array(0..<works.count) && failing == nil, "the values are \(values)")
      case .failure(let error):
        self.check((error as? Failure)?.code == failing, "rejected with \(error)")
      }
      done()
    }
    endSetup()
  }

  /// Runs a limited number of operations at a time.
  ///
  /// The result is their values in order, or the error of the one that failed.
  func mapConcurrently(in environment: Environment, _ random: inout RandomChoices) {
    let count = random.draw(0...20)
    let limit = random.draw(1...4)
    let failing = random.chance(oneIn: 3) ? random.draw(0...20) : nil
    let detaches = random.chance(oneIn: 5)
    let queue = environment.queue(&random)
    let running = Tally()
    let whole = (0..<count).mapConcurrently(limit: limit) { index in
      let now = running.up()
      self.check(now <= limit, "\(now) run at a time instead of \(limit)")
      let work = Promise<Int>()
      queue.async {
        running.down()
        if index == failing { work.reject(Failure(code: index)) } else { work.resolve(index) }
      }
      return work
    }
    let done = expectation("all have run")
    whole.observe { outcome in
      self.note(outcome)
      switch outcome {
      case .success(let values): self.check(values == Array(0..<count), "the values are \(values)")
      case .failure(let error as Failure): self.check(error.code == failing, "\(error)")
      case .failure(let error):
        self.check(detaches && error is DiscardedError, "rejected with \(error)")
      }
      done()
    }
    if detaches { environment.onRandomQueue(&random) { whole.discard() } }
    endSetup()
  }
}
