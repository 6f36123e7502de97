import Pledge
import Support

extension Errand {
  /// Creates work that is settled before its time limit, at about the limit, or never.
  func timeOut(in world: World, _ lottery: inout Lottery) {
    let stops = Tally()
    let work = Promise<Int>(discard: { stops.up() })
    let settles = !lottery.hits(oneIn: 3)
    if settles {
      let isOver = duty("a timer rings")
      after(lottery.moment()).observe { [number] _ in
        work.resolve(number)
        isOver()
      }
    }
    let isOver = duty("the limited promise is settled")
    work.timeout(after: lottery.moment()).observe { outcome in
      self.note(outcome)
      switch outcome {
      case .success(let value): self.check(value == self.number && settles, "the value is \(value)")
      case .failure(let error): self.check(error is TimeoutError, "it is rejected with \(error)")
      }
      isOver()
    }
    isBegun {
      let isStopped = work.result.map { End(of: $0) } == .discarded
      self.check(stops.count == (isStopped ? 1 : 0), "stopped \(stops.count) times")
      self.check(isStopped || settles, "all consumers are detached, but the work continues")
    }
  }
}
