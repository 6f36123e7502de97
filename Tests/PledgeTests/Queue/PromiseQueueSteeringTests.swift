import Pledge
import PledgeTestSupport
import Testing

/// Pausing, discarding and draining a queue.
struct PromiseQueueSteeringTests {
  private let queue = PromiseQueue()
  private let works = Work()

  // MARK: - Pausing

  @Test func `pausing or resuming twice is like once`() {
    let queue = PromiseQueue(limit: 2)
    queue.pause()
    queue.pause()
    let promises = works.add(0..<2, to: queue)
    #expect(works.started == [])

    queue.resume()
    queue.resume()

    #expect(works.started == [0, 1])
    #expect(promises.allSatisfy { $0.isPending })
    works[0].resolve(0)
    works[1].resolve(1)
  }

  @Test func `an operation pauses its own queue`() {
    _ = queue.add { [weak queue] in
      queue?.pause()
      return Promise(value: 0)
    }
    let next = queue.add { Promise(value: 1) }

    #expect(next.isPending)
    queue.resume()
    #expect(next.got == 1)
  }

  // MARK: - Discarding one

  @Test func `discarding an operation that has ended does nothing`() {
    let promises = works.add(0..<2, to: queue)
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

  @Test func `a paused queue is discarded, and can be used again`() {
    queue.pause()
    let promises = works.add(0..<2, to: queue)

    queue.discardAll()
    queue.discardAll()
    #expect(promises.allSatisfy { $0.isDiscarded })
    #expect(queue.isPaused)
    queue.resume()

    #expect(works.started == [])
    #expect(queue.add { Promise(value: 1) }.got == 1)
  }

  // MARK: - Draining

  @Test func `drained again each time it becomes empty`() {
    for number in 0..<3 {
      let promises = works.add([number], to: queue)
      let drained = queue.drained()
      #expect(drained.isPending)
      works[number].resolve(number)
      #expect(drained.isFulfilled)
      #expect(promises[0].got == number)
    }
  }

  @Test func `discarding the wait for the end affects nothing`() {
    let promises = works.add(0..<1, to: queue)
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
