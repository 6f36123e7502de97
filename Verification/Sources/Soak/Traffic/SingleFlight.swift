import Dispatch
import Pledge

extension SoakOperation {
  /// Requests a value that other operations may be loading or have loaded.
  ///
  /// The result is the value of the key, the failure of the load, or a discard of this request.
  func share(in environment: Environment, _ random: inout RandomChoices) {
    let key = random.draw(0...15)
    let fails = random.chance(oneIn: 10)
    let detaches = random.chance(oneIn: 4)
    let queue = environment.queue(&random)
    let promise = environment.flights.value(for: key) {
      let done = expectation("the load is settled or stopped")
      let load = Promise<Int>(discard: {})
      // Called however the load ends, even if the work continues.
      load.observe { _ in
        done()
      }
      queue.async {
        if fails { load.reject(Failure(code: key)) } else { load.resolve(key &* 7) }
      }
      return load
    }
    let done = expectation("the shared value arrives")
    promise.observe { outcome in
      self.note(outcome)
      switch outcome {
      case .success(let value): self.check(value == key &* 7, "the value of \(key) is \(value)")
      case .failure(let error as Failure): self.check(error.code == key, "the error of another key")
      case .failure(let error):
        self.check(detaches && error is DiscardedError, "rejected with \(error)")
      }
      done()
    }
    if detaches { environment.onRandomQueue(&random) { promise.discard() } }
    if random.chance(oneIn: 20) { environment.flights.remove(key) }
    endSetup()
  }
}
