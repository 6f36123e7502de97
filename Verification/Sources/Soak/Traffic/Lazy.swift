import Dispatch
import Pledge
import Support

extension Errand {
  /// Creates work that starts with the first of several concurrent consumers, or never.
  func startLazily(in world: World, _ lottery: inout Lottery) {
    let starts = Tally()
    let queue = world.queue(&lottery)
    let number = number
    let promise = LazyPromise {
      starts.up()
      let work = Promise<Int>()
      queue.async { work.resolve(number) }
      return work
    }
    let consumers = lottery.draw(0...4)
    for index in 0..<consumers {
      let isOver = duty("consumer \(index) of \(consumers) gets the value")
      world.somewhere(&lottery) {
        promise.observe { outcome in
          self.checkEnd(outcome, mayLeave: false)
          isOver()
        }
      }
    }
    isBegun {
      self.check(starts.count == min(consumers, 1), "started \(starts.count) times")
    }
  }
}
