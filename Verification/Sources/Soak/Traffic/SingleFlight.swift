import Dispatch
import Pledge

extension Errand {
  /// Asks for a value that others may be loading, or have loaded: it is the key's, or the load failed
  /// for all, or this was discarded.
  func share(in world: World, _ lottery: inout Lottery) {
    let key = lottery.draw(0...15)
    let fails = lottery.hits(oneIn: 10)
    let leaves = lottery.hits(oneIn: 4)
    let queue = world.queue(&lottery)
    let promise = world.flights.value(for: key) {
      let isOver = duty("the load is settled or stopped")
      let load = Promise<Int>(discard: {})
      // Whatever ends the load, even though the work goes on.
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
