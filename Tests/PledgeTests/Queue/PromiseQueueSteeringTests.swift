import Pledge
import PledgeTestSupport
import Testing

/// Pausing, discarding and draining a queue.
struct PromiseQueueSteeringTests {
  private let works = Work()

  private func add(_ numbers: some Sequence<Int>, to queue: PromiseQueue) -> [Promise<Int>] {
    numbers.map { number in queue.add { [works] in works.start(number) } }
  }

  // MARK: - Pausing

  @Test func `while it is paused, nothing starts, and running operations continue`() {
    let queue = PromiseQueue(limit: 2)
    let promises = add(0..<4, to: queue)

    queue.pause()
    queue.pause()
    works[0].resolve(0)
    works[1].resolve(1)
    #expect(queue.isPaused)
    #expect(works.started == [0, 1])
    #expect((queue.running, queue.waiting) == (0, 2))
    queue.resume()
    queue.resume()

    #expect(!queue.isPaused)
    #expect(works.started == [0, 1, 2, 3])
    works[2].resolve(2)
    works[3].resolve(3)
    #expect(promises.compactMap(\.got) == [0, 1, 2, 3])
  }

  @Test func `an operation pauses its own queue`() {
    let queue = PromiseQueue()
    _ = queue.add { [weak queue] in
      queue?.pause()
      return Promise(value: 0)
    }
    let next = queue.add { Promise(value: 1) }

    #expect(next.isPending)
    queue.resume()
    #expect(next.got == 1)
  }

  @Test func `a queue released while paused breaks its waiting operations`() {
    var queue: PromiseQueue? = PromiseQueue()
    let running = queue?.add { [works] in works.start(0) }
    let waiting = queue?.add { [works] in works.start(1) }
    let drained = queue?.drained()
    queue?.pause()

    queue = nil
    #expect(waiting?.failure is BrokenPromiseError)
    #expect(running?.isPending == true)
    #expect(drained?.isPending == true)
    works[0].resolve(0)

    #expect(running?.got == 0)
    #expect(drained?.isFulfilled == true)
    #expect(works.started == [0])
  }

  @Test func `a queue released while not paused runs everything`() {
    var queue: PromiseQueue? = PromiseQueue()
    let promises = queue.map { add(0..<3, to: $0) }

    queue = nil
    for number in 0..<3 { works[number].resolve(number) }

    #expect(promises?.compactMap(\.got) == [0, 1, 2])
  }

  // MARK: - Discarding one

  @Test func `discarded while it waits, an operation never starts`() {
    let queue = PromiseQueue()
    let promises = add(0..<4, to: queue)

    promises[2].discard()
    #expect(queue.waiting == 2)
    for number in [0, 1, 3] { works[number].resolve(number) }

    #expect(promises[2].isDiscarded)
    #expect(works.started == [0, 1, 3])
  }

  @Test func `discarded while it runs, an operation is stopped, and frees its slot`() {
    let queue = PromiseQueue()
    let promises = add(0..<2, to: queue)

    promises[0].discard()

    #expect(works[0].isDiscarded)
    #expect(works.started == [0, 1])
    works[1].resolve(1)
    #expect(promises[1].got == 1)
  }

  @Test func `settled manually, an operation is over`() {
    let queue = PromiseQueue()
    let promises = add(0..<3, to: queue)

    promises[1].resolve(10)
    promises[0].resolve(20)

    #expect(works[0].isDiscarded)
    #expect(works.started == [0, 2])
    #expect(promises[0].got == 20)
    #expect(promises[1].got == 10)
    works[2].resolve(2)
  }

  @Test func `an operation is discarded when its last consumer detaches`() {
    let queue = PromiseQueue()
    let promises = add(0..<3, to: queue)
    let consumers = promises.map { promise in [promise.map { $0 }, promise.map { $0 }] }

    for number in [0, 1] { consumers[number][0].discard() }
    #expect(promises.allSatisfy { $0.isPending })
    for number in [1, 0] { consumers[number][1].discard() }

    #expect(promises[0].isDiscarded)
    #expect(promises[1].isDiscarded)
    #expect(works.started == [0, 2])
    works[2].resolve(2)
    #expect(consumers[2].compactMap(\.got) == [2, 2])
  }

  @Test func `dropped, an operation runs`() {
    let queue = PromiseQueue()
    _ = add(0..<2, to: queue)

    works[0].resolve(0)

    #expect(works.started == [0, 1])
    works[1].resolve(1)
    #expect(queue.running == 0)
  }

  @Test func `discarding an operation that has ended does nothing`() {
    let queue = PromiseQueue()
    let promises = add(0..<2, to: queue)
    works[0].resolve(0)

    promises[0].discard()

    #expect(promises[0].got == 0)
    #expect(works.started == [0, 1])
    works[1].resolve(1)
  }

  @Test func `an operation that fails after discarding itself is not reported`() async {
    await #expect(processExitsWith: .success) {
      let tally = Log<Void>()
      UnhandledRejections.handle { _ in tally.add() }
      let queue = PromiseQueue()
      queue.pause()
      _ = queue.add { () -> Promise<Int> in
        queue.discardAll()
        return Promise(error: Broken())
      }
      queue.resume()
      #expect(tally.count == 0)
    }
  }

  @Test func `an operation that discards itself ends when its closure returns`() {
    let queue = PromiseQueue()
    let own = Locked<Promise<Int>?>(nil)
    queue.pause()
    own.value = queue.add { [works] in
      own.value?.discard()
      #expect(own.value?.isDiscarded == true)
      #expect(works.started == [])
      return works.start(0)
    }
    let next = queue.add { [works] in works.start(1) }

    queue.resume()

    #expect(works.started == [0, 1])
    #expect(works[0].isDiscarded)
    works[1].resolve(1)
    #expect(next.got == 1)
  }

  // MARK: - Discarding all

  @Test func `discarding all empties the queue, and waiting operations never start`() {
    let queue = PromiseQueue(limit: 2)
    let promises = add(0..<5, to: queue)
    let tally = Log<Int>()
    for (number, promise) in promises.enumerated() { promise.catch { _ in tally.add(number) } }
    let drained = queue.drained()

    queue.discardAll()

    #expect(promises.allSatisfy { $0.isDiscarded })
    #expect(tally.entries == [0, 1, 2, 3, 4])
    #expect(works.started == [0, 1])
    #expect(works[0].isDiscarded && works[1].isDiscarded)
    #expect(drained.isFulfilled)
  }

  @Test func `operations added by handlers of discarded ones are not discarded`() {
    let queue = PromiseQueue()
    let promises = add(0..<3, to: queue)
    let again = Locked<Promise<Int>?>(nil)
    promises[0].catch { [works] _ in again.value = queue.add { works.start(7) } }

    queue.discardAll()

    #expect(works.started == [0, 7])
    works[7].resolve(7)
    #expect(again.value?.got == 7)
    #expect(promises[2].isDiscarded)
  }

  @Test func `an operation discards its own queue`() {
    let queue = PromiseQueue()
    let gate = Promise<Int>()
    _ = queue.add { gate }
    let promise = queue.add { [works, weak queue] in
      queue?.discardAll()
      _ = queue?.add { works.start(9) }
      // The slot stays taken until this closure returns.
      #expect(works.started == [])
      #expect(queue?.running == 1)
      return works.start(1)
    }
    let others = add(2..<4, to: queue)

    gate.resolve(0)

    #expect(promise.isDiscarded)
    #expect(works[1].isDiscarded)
    #expect(others.allSatisfy { $0.isDiscarded })
    #expect(works.started == [1, 9])
    works[9].resolve(9)
  }

  @Test func `a paused queue is discarded, and can be used again`() {
    let queue = PromiseQueue()
    queue.pause()
    let promises = add(0..<2, to: queue)

    queue.discardAll()
    queue.discardAll()
    #expect(promises.allSatisfy { $0.isDiscarded })
    #expect(queue.isPaused)
    queue.resume()

    #expect(works.started == [])
    #expect(queue.add { Promise(value: 1) }.got == 1)
  }

  // MARK: - Draining

  @Test func `an empty queue is drained immediately`() {
    let queue = PromiseQueue()

    #expect(queue.drained().isFulfilled)
    queue.pause()
    #expect(queue.drained().isFulfilled)
  }

  @Test func `drained when the last operation has ended, and its promise is settled`() {
    let queue = PromiseQueue(limit: 2)
    let promises = add(0..<3, to: queue)
    let tally = Log<Bool>()
    _ = queue.drained().tap { tally.add(promises.allSatisfy { !$0.isPending }) }
    let other = queue.drained()

    promises[1].discard()
    works[2].reject(Broken())
    #expect(tally.entries == [])
    #expect(other.isPending)
    works[0].resolve(0)

    #expect(tally.entries == [true])
    #expect(other.isFulfilled)
    #expect(promises[2].broken == Broken())
  }

  @Test func `drained by discards, when every promise is settled`() {
    let queue = PromiseQueue(limit: 2)
    let promises = add(0..<4, to: queue)
    let tally = Log<Bool>()
    _ = queue.drained().tap { tally.add(promises.allSatisfy { $0.isDiscarded }) }

    queue.discardAll()

    #expect(tally.entries == [true])
  }

  @Test func `not drained while an operation waits in a paused queue`() {
    let queue = PromiseQueue()
    queue.pause()
    let promise = queue.add { Promise(value: 1) }
    let drained = queue.drained()
    #expect(drained.isPending)

    queue.resume()

    #expect(promise.got == 1)
    #expect(drained.isFulfilled)
  }

  @Test func `drained again each time it becomes empty`() {
    let queue = PromiseQueue()
    for number in 0..<3 {
      let promises = add([number], to: queue)
      let drained = queue.drained()
      #expect(drained.isPending)
      works[number].resolve(number)
      #expect(drained.isFulfilled)
      #expect(promises[0].got == number)
    }
  }

  @Test func `discarding the wait for the end affects nothing`() {
    let queue = PromiseQueue()
    let promises = add(0..<1, to: queue)
    let other = queue.drained()

    queue.drained().discard()

    #expect(promises[0].isPending)
    works[0].resolve(0)
    #expect(other.isFulfilled)
  }

  @Test func `adding an operation decreases the progress`() {
    let progress = ProgressMonitor()
    let queue = PromiseQueue(progress: progress)
    let source = Promise<Int>()
    _ = queue.add { Promise(value: 1) }
    #expect(progress.latest.fraction == 1)

    _ = queue.add { source }
    #expect(progress.latest.fraction == 0.5)
    source.resolve(2)

    #expect(progress.latest.fraction == 1)
  }

  @Test func `an operation that throws, and one that is discarded before its turn, are done`() {
    let progress = ProgressMonitor()
    let queue = PromiseQueue(progress: progress)
    queue.pause()
    let thrown: Promise<Int> = queue.add { throw Broken() }
    let discarded = queue.add { Promise(value: 1) }
    #expect(progress.latest.fraction == 0)

    discarded.discard()
    #expect(progress.latest.fraction == 0.5)
    queue.resume()

    #expect(progress.latest.fraction == 1)
    #expect(thrown.broken == Broken())
  }
}

// MARK: - Order

extension PromiseQueueSteeringTests {
  @Test func `the work of an operation that discards itself stops before the next starts`() {
    let queue = PromiseQueue()
    let events = Log<String>()
    let gate = Promise<Int>()
    let work = Promise<Int>(discard: { events.add("stopped") })
    let held = Locked<Promise<Int>?>(nil)
    _ = queue.add { gate }
    held.value = queue.add {
      held.value?.discard()
      return work
    }
    _ = queue.add {
      events.add("next")
      return Promise(value: 3)
    }

    gate.resolve(1)

    #expect(events.entries == ["stopped", "next"])
  }
}
