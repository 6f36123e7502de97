import Pledge
import Support

extension SoakOperation {
  /// Awaits one promise in several tasks and cancels some tasks.
  ///
  /// Canceled tasks throw, all others get the value, and the work is stopped if all tasks are
  /// canceled.
  func wait(in environment: Environment, _ random: inout RandomChoices) {
    let stops = Tally()
    let work = Promise<Int>(discard: { stops.up() })
    let count = random.draw(1...3)
    let canceled = random.draw(0...count)
    let settles = canceled < count || random.chance(oneIn: 2)
    // A consumer that stays until there is a value, for tasks that await late.
    let remaining = settles ? work.map { $0 } : nil
    for index in 0..<count {
      let done = expectation("task \(index) of \(count), of which \(canceled) are canceled, ends")
      let task = Task {
        do {
          self.checkOutcome(.success(try await work.value), mayDetach: index < canceled)
        } catch {
          self.note(Result<Int, any Error>.failure(error))
          // A task that awaits after all others have detached finds the work discarded.
          self.check(
            index < canceled && (error is CancellationError || error is DiscardedError),
            "a task throws \(error)"
          )
        }
        done()
      }
      if index < canceled { environment.onRandomQueue(&random) { task.cancel() } }
    }
    if settles {
      let done = expectation("a thread settles")
      environment.onRandomQueue(&random) { [number] in
        work.resolve(number)
        remaining?.ignoringErrors()
        done()
      }
    }
    endSetup {
      let isStopped = work.result.map { OutcomeKind(of: $0) } == .discarded
      self.check(stops.count == (isStopped ? 1 : 0), "stopped \(stops.count) times")
      self.check(isStopped != settles, "the work is \(work)")
    }
  }

  /// Creates a promise from a task, which is canceled when the promise is discarded.
  func runTask(in environment: Environment, _ random: inout RandomChoices) {
    let detaches = random.chance(oneIn: 3)
    let yields = random.draw(0...3)
    let ends = expectation("the task ends")
    let promise = Promise<Int> { [number] in
      defer { ends() }
      for _ in 0..<yields { await Task.yield() }
      try Task.checkCancellation()
      return number
    }
    let done = expectation("the promise of the task is settled")
    promise.observe { outcome in
      self.checkOutcome(outcome, mayDetach: detaches)
      done()
    }
    if detaches { environment.onRandomQueue(&random) { promise.discard() } }
    endSetup()
  }
}
