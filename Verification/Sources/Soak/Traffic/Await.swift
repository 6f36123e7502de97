import Pledge
import Support

extension Errand {
  /// Tasks that await one promise, some of which are cancelled: those throw, all others get the value,
  /// and the work is stopped if it was all of them.
  func wait(in world: World, _ lottery: inout Lottery) {
    let stops = Tally()
    let work = Promise<Int>(discard: { stops.up() })
    let count = lottery.draw(1...3)
    let cancelled = lottery.draw(0...count)
    let settles = cancelled < count || lottery.hits(oneIn: 2)
    // A consumer that stays until there is a value, for tasks that come late.
    let stayer = settles ? work.map { $0 } : nil
    for index in 0..<count {
      let isOver = duty("task \(index) of \(count), of which \(cancelled) are cancelled, ends")
      let task = Task {
        do {
          self.checkEnd(.success(try await work.value), mayLeave: index < cancelled)
        } catch {
          self.note(Result<Int, any Error>.failure(error))
          // Who awaits only after the others have left finds the work discarded.
          self.check(
            index < cancelled && (error is CancellationError || error is DiscardedError),
            "who awaits hears \(error)"
          )
        }
        isOver()
      }
      if index < cancelled { world.somewhere(&lottery) { task.cancel() } }
    }
    if settles {
      let isOver = duty("a thread settles")
      world.somewhere(&lottery) { [number] in
        work.resolve(number)
        stayer?.ignoringErrors()
        isOver()
      }
    }
    isBegun {
      let isStopped = work.result.map { End(of: $0) } == .discarded
      self.check(stops.count == (isStopped ? 1 : 0), "stopped \(stops.count) times")
      self.check(isStopped != settles, "the work is \(work)")
    }
  }

  /// A promise made from a task, which is cancelled when the promise is discarded.
  func runTask(in world: World, _ lottery: inout Lottery) {
    let leaves = lottery.hits(oneIn: 3)
    let yields = lottery.draw(0...3)
    let ends = duty("the task ends")
    let promise = Promise<Int> { [number] in
      defer { ends() }
      for _ in 0..<yields { await Task.yield() }
      try Task.checkCancellation()
      return number
    }
    let isOver = duty("the promise of the task is settled")
    promise.observe { outcome in
      self.checkEnd(outcome, mayLeave: leaves)
      isOver()
    }
    if leaves { world.somewhere(&lottery) { promise.discard() } }
    isBegun()
  }
}
