import Pledge
import Support

extension Errand {
  /// Detaches consumers of the same work from several threads.
  ///
  /// The work is stopped when the last one detaches, and never before.
  func discard(in world: World, _ lottery: inout Lottery) {
    let stops = Tally()
    let work = Promise<Int>(discard: { stops.up() })
    let stages = (0..<lottery.draw(2...8)).map { _ in
      lottery.hits(oneIn: 2) ? work.map { $0 } : work.map { $0 }.flatMap { Promise(value: $0) }
    }
    let staying = lottery.draw(0...stages.count - 1)
    let settles = staying > 0 || lottery.hits(oneIn: 3)
    for (index, stage) in stages.enumerated() {
      let isOver = duty("stage \(index) of \(stages.count), of which \(staying) stay, is settled")
      stage.observe { outcome in
        self.checkEnd(outcome, mayLeave: index >= staying)
        isOver()
      }
    }
    for stage in stages[staying...] {
      let isOver = duty("a thread discards a stage")
      world.somewhere(&lottery) {
        stage.discard()
        isOver()
      }
    }
    if settles {
      let isOver = duty("a thread settles")
      world.somewhere(&lottery) { [number] in
        work.resolve(number)
        isOver()
      }
    }
    isBegun {
      let isStopped = work.result.map { End(of: $0) } == .discarded
      self.check(stops.count == (isStopped ? 1 : 0), "stopped \(stops.count) times")
      self.check(isStopped || settles, "all consumers are detached, but the work continues")
      self.check(!isStopped || staying == 0, "stopped while \(staying) wait")
    }
  }

  /// Checks the outcome of a promise whose value is the number of this operation.
  func checkEnd(_ outcome: Result<Int, any Error>, mayLeave: Bool) {
    note(outcome)
    switch outcome {
    case .success(let value): check(value == number, "the value is \(value)")
    case .failure(let error):
      check(mayLeave && error is DiscardedError, "a consumer gets \(error)")
    }
  }
}
