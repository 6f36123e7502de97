import Dispatch
import Pledge
import PledgeTestSupport
import Testing

@Suite("14.4 to 14.6 `PromiseQueue`: discarding, draining, limits", .hangLimit)
struct QueueDiscarding {
  private let work = Work()
  private let queue = PromiseQueue()

  @Test func `14.4.1 An operation that is discarded before its turn never starts`() {
    let promises = (0..<3).map { number in queue.add { work.start(number) } }

    promises[1].discard()
    work[0].resolve(0)

    #expect(promises[1].isDiscarded)
    #expect(work.started == [0, 2])
    queue.discardAll()
  }

  @Test func `14.4.2 An operation that is discarded while it runs frees its slot`() {
    let promises = (0..<2).map { number in queue.add { work.start(number) } }

    promises[0].discard()

    #expect(work[0].isDiscarded)
    #expect(work.started == [0, 1])
    queue.discardAll()
  }

  @Test("14.4.3 The same holds if an operation is settled explicitly or its last consumer detaches")
  func clause14_4_3() {
    let promises = (0..<5).map { number in queue.add { work.start(number) } }

    promises[2].resolve(2)
    promises[3].map { $0 }.discard()
    promises[0].resolve(0)
    promises[1].map { $0 }.discard()

    #expect(work.started == [0, 1, 4])
    #expect(work[0].isDiscarded && work[1].isDiscarded)
    #expect(promises[3].isDiscarded)
    queue.discardAll()
  }

  @Test func `14.4.4 An operation whose promise is released still runs`() {
    for number in 0..<2 { _ = queue.add { work.start(number) } }

    work[0].resolve(0)

    #expect(work.started == [0, 1])
    queue.discardAll()
  }

  @Test
  func `14.4.5 discardAll discards all operations added so far, and waiting ones never start`() {
    let queue = PromiseQueue(limit: 2)
    let promises = (0..<5).map { number in queue.add { work.start(number) } }
    promises[0].catch { _ in _ = queue.add { work.start(9) } }

    queue.discardAll()

    #expect(promises.allSatisfy { $0.isDiscarded })
    #expect(work.started == [0, 1, 9])
    #expect(!work[9].isDiscarded)
    queue.discardAll()
  }

  @Test func `14.4.7 discardWaiting discards the operations that wait, and they never start`() {
    let queue = PromiseQueue(limit: 2)
    let promises = (0..<4).map { number in queue.add { work.start(number) } }
    promises[2].catch { _ in _ = queue.add { work.start(9) } }

    queue.discardWaiting()

    #expect(promises.map(\.isDiscarded) == [false, false, true, true])
    work[0].resolve(0)
    #expect(work.started == [0, 1, 9])
    work[1].resolve(1)
    work[9].resolve(9)
    #expect(promises.prefix(2).map(\.got) == [0, 1])
    #expect(queue.drained().got != nil)
  }

  @Test func `14.4.6 An operation may discard its own queue`() {
    let gate = Promise<Int>()
    _ = queue.add { gate }
    let own = queue.add {
      queue.discardAll()
      _ = queue.add { work.start(2) }
      #expect(work.started == [])
      return work.start(1)
    }

    gate.resolve(0)

    #expect(own.isDiscarded)
    #expect(work[1].isDiscarded)
    #expect(work.started == [1, 2])
    queue.discardAll()
  }

  @Test func `14.5.1 drained is fulfilled when no operation is waiting or running`() {
    let log = Log<Bool>()
    let promises = (0..<3).map { number in queue.add { work.start(number) } }
    _ = queue.drained().tap { log.add(promises.allSatisfy { !$0.isPending }) }

    work[0].reject(Broken())
    promises[2].discard()
    #expect(log.entries == [])
    promises[1].discard()

    #expect(log.entries == [true])
    #expect(promises[0].failure is Broken)
  }

  @Test func `14.5.2 If there is nothing to wait for, drained is fulfilled immediately`() {
    #expect(queue.drained().isFulfilled)
    _ = queue.add { Promise(value: 1) }
    queue.pause()
    #expect(queue.drained().isFulfilled)
  }

  @Test func `14.5.3 A paused queue with waiting operations is not drained`() {
    queue.pause()
    let promise = queue.add { Promise(value: 1) }
    let drained = queue.drained()
    #expect(drained.isPending)

    queue.resume()

    #expect(promise.got == 1)
    #expect(drained.isFulfilled)
  }

  @Test(.disabled(if: isThreadSanitized))
  func `14.6.1 100,000 operations that settle immediately take constant stack`() async {
    let (count, last) = await onSmallStack {
      let queue = PromiseQueue()
      let gate = Promise<Int>()
      let log = Locked(0)
      _ = queue.add { gate }
      var last: Promise<Int>?
      for number in 0..<hundredThousand {
        last = queue.add { Promise(value: number) }
        _ = last?.tap { _ in log.withLock { $0 += 1 } }
      }
      gate.resolve(0)
      return (log.value, last?.got)
    }

    #expect(count == hundredThousand)
    #expect(last == hundredThousand - 1)
  }

  @Test(
    "14.6.2 100,000 operations that settle on a dispatch queue take constant stack",
    .disabled(if: isThreadSanitized)
  )
  func clause14_6_2() async throws {
    let other = DispatchQueue(label: "other")
    let queue = PromiseQueue(limit: 2)
    let count = Locked(0)
    var last: Promise<Int>?
    for number in 0..<hundredThousand {
      last = queue.add {
        let promise = Promise<Int>()
        other.async { promise.resolve(number) }
        return promise
      }.tap { _ in count.withLock { $0 += 1 } }
    }

    try await queue.drained().settled().get()
    // The last handler may have been registered while the queue was already reporting completion.
    _ = await last?.settled()

    #expect(count.value == hundredThousand)
  }

  @Test(.disabled(if: isThreadSanitized))
  func `14.6.3 100,000 operations that are discarded take constant stack`() async {
    let count = await onSmallStack {
      let queue = PromiseQueue()
      let gate = Promise<Int>()
      let log = Locked(0)
      for _ in 0..<hundredThousand {
        queue.add { gate.map { $0 } }.catch { _ in log.withLock { $0 += 1 } }
      }
      queue.discardAll()
      return log.value
    }

    #expect(count == hundredThousand)
  }

  @Test(.disabled(if: isThreadSanitized))
  func `14.6.5 100,000 operations that each add the next one take constant stack`() async {
    let count = await onSmallStack {
      let queue = PromiseQueue(limit: .max)
      let log = Locked(0)
      @Sendable func add(_ rest: Int) {
        let promise = queue.add {
          if rest > 1 { add(rest - 1) }
          return Promise(value: rest)
        }
        promise.observe { _ in log.withLock { $0 += 1 } }
      }
      add(hundredThousand)
      return log.value
    }

    #expect(count == hundredThousand)
  }

  @Test func `14.6.4 A queue keeps nothing of an operation that has ended`() {
    let cage = Cage(weight: 0)
    let gate = Promise<Int>()
    let promises = (0..<4).map { _ in
      queue.add { [life = cage.canary()] in gate.tap { _ in withExtendedLifetime(life) {} } }
    }
    #expect(cage.living == 4)

    promises[3].discard()
    #expect(cage.living == 3)
    promises[0].discard()
    #expect(cage.living == 2)
    gate.resolve(1)

    #expect(cage.living == 0)
    #expect(promises[1].got == 1)
  }
}

private let hundredThousand = 100_000
