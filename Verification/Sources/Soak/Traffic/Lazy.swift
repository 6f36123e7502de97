import Dispatch
import Pledge
import Support

extension SoakOperation {
  /// Creates work that starts with the first of several concurrent consumers, or never.
  func startLazily(in environment: Environment, _ random: inout RandomChoices) {
    let starts = Tally()
    let queue = environment.queue(&random)
    let number = number
    let promise = LazyPromise {
      starts.up()
      let work = Promise<Int>()
      queue.async { work.resolve(number) }
      return work
    }
    let consumers = random.draw(0...4)
    for index in 0..<consumers {
      let done = expectation("consumer \(index) of \(consumers) gets the value")
      environment.onRandomQueue(&random) {
        promise.observe { outcome in
          self.checkOutcome(outcome, mayDetach: false)
          done()
        }
      }
    }
    endSetup {
      self.check(starts.count == min(consumers, 1), "started \(starts.count) times")
    }
  }
}
