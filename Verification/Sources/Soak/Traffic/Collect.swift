import Dispatch
import Pledge
import Support

extension Errand {
  /// Combines several promises into the array of their values, or the error of one that failed.
  func collect(in world: World, _ lottery: inout Lottery) {
    let works = (0..<lottery.draw(1...8)).map { _ in Promise<Int>() }
    let failing = lottery.hits(oneIn: 3) ? lottery.draw(0...works.count - 1) : nil
    for (index, work) in works.enumerated() {
      let isOver = duty("work \(index) of \(works.count) ends")
      world.somewhere(&lottery) {
        if index == failing { work.reject(Failure(code: index)) } else { work.resolve(index) }
        isOver()
      }
    }
    let isOver = duty("all are there")
    Pledge.all(works).observe { outcome in
      self.note(outcome)
      switch outcome {
      case .success(let values):
        self.check(values == Array(0..<works.count) && failing == nil, "the values are \(values)")
      case .failure(let error):
        self.check((error as? Failure)?.code == failing, "rejected with \(error)")
      }
      isOver()
    }
    isBegun()
  }

  /// Runs a limited number of operations at a time.
  ///
  /// The result is their values in order, or the error of the one that failed.
  func mapConcurrently(in world: World, _ lottery: inout Lottery) {
    let count = lottery.draw(0...20)
    let limit = lottery.draw(1...4)
    let failing = lottery.hits(oneIn: 3) ? lottery.draw(0...20) : nil
    let leaves = lottery.hits(oneIn: 5)
    let queue = world.queue(&lottery)
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
    let isOver = duty("all have run")
    whole.observe { outcome in
      self.note(outcome)
      switch outcome {
      case .success(let values): self.check(values == Array(0..<count), "the values are \(values)")
      case .failure(let error as Failure): self.check(error.code == failing, "\(error)")
      case .failure(let error):
        self.check(leaves && error is DiscardedError, "rejected with \(error)")
      }
      isOver()
    }
    if leaves { world.somewhere(&lottery) { whole.discard() } }
    isBegun()
  }
}
