import Pledge
import Support

extension Errand {
  /// Awaits one promise in several tasks and cancels some tasks.
  ///
  /// Canceled tasks throw, all others get the value, and the work is stopped if all tasks are
  /// canceled.
  func wait(in world: World, _ lottery: inout Lottery) {
    let stops = Tally()
    let work = Promise<Int>(discard: { stops.up() })
    let count = lottery.draw(1...3)
    let canceled = lottery.draw(0...count)
    let settles = canceled < count || lottery.hits(oneIn: 2)
    // A consumer that stays until there is a value, for tasks that await late.
    let remaining = settles ? work.map { $0 } : nil
    for index in 0..<count {
      let isOver = duty("task \(index) of \(count), of which \(canceled) are canceled, ends")
      let task = Task {
        do {
          self.checkEnd(.success(try await work.value), mayLeave: index < canceled)
        } catch {
          self.note(Result<Int, any Error>.failure(error))
          // A task that awaits after all others have detached finds the work discarded.
          self.check(
            index < canceled && (error is CancellationError || error is DiscardedError),
            "a task gets \(error)"
          )
        }
        isOver()
      }
      if index < canceled { world.somewhere(&lottery) { task.cancel() } }
    }
    if settles {
      let isOver = duty("a thread settles")
      world.somewhere(&lottery) { [number] in
        work.resolve(number)
        remaining?.ignoringErrors()
        isOver()
      }
    }
    isBegun {
      let isStopped = work.result.map { End(of: $0) } == .discarded
      self.check(stops.count == (isStopped ? 1 : 0), "stopped \(stops.count) times")
      self.check(isStopped != settles, "the work is \(work)")
    }
  }

  /// Creates a promise from a task, which is canceled when the promise is discarded.
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
