import Dispatch
import Pledge

extension Errand {
  /// Requests a value that other operations may be loading or have loaded.
  ///
  /// The result is the value of the key, the failure of the load, or a discard of this request.
  func share(in world: World, _ lottery: inout Lottery) {
    let key = lottery.draw(0...15)
    let fails = lottery.hits(oneIn: 10)
    let leaves = lottery.hits(oneIn: 4)
    let queue = world.queue(&lottery)
    let promise = world.flights.value(for: key) {
      let isOver = duty("the load is settled or stopped")
      let load = Promise<Int>(discard: {})
      // Called however the load ends, even if the work continues.
      load.observe { _ in
        isOver()
      }
      queue.async {
        if fails { load.reject(Failure(code: key)) } else { load.resolve(key &* 7) }
      }
      return load
    }
    let isOver = duty("the shared value comes")
    promise.observe { outcome in
      self.note(outcome)
      switch outcome {
      case .success(let value): self.check(value == key &* 7, "the value of \(key) is \(value)")
      case .failure(let error as Failure): self.check(error.code == key, "the error of another key")
      case .failure(let error):
        self.check(leaves && error is DiscardedError, "rejected with \(error)")
      }
      isOver()
    }
    if leaves { world.somewhere(&lottery) { promise.discard() } }
    if lottery.hits(oneIn: 20) { world.flights.remove(key) }
    isBegun()
  }
}
