import Pledge
import PledgeTestSupport
import Testing

/// Tests of operations that wait for other operations of the same queue.
struct QueueCycleTests {
  private let queue = PromiseQueue()

  @Test func `an operation that derives from one behind it is rejected, and others go on`() {
    let gate = Promise<Int>()
    let outer = queue.add { gate }.map { $0 }
    let first = queue.add { [queue] in
      all([queue.add { Promise(value: 1) }.map { $0 }, Promise(value: 2)]).asVoid()
    }
    let second = queue.add { Promise(value: 3) }

    gate.resolve(1)

    #expect(outer.got == 1)
    #expect(first.failure is CycleError)
    #expect(second.got == 3)
  }

  @Test func `dependencies of the rejected one are discarded if nothing else needs them`() {
    let inner = Locked<Promise<Int>?>(nil)
    let keeper = Locked<Promise<Int>?>(nil)
    let outer = queue.add { [queue] in
      inner.value = queue.add { Promise(value: 1) }
      keeper.value = queue.add { Promise(value: 2) }
      keeper.value?.ignoringErrors()
      return all([inner.value, keeper.value].compactMap(\.self))
    }

    #expect(outer.failure is CycleError)
    #expect(inner.value?.isDiscarded == true)
    #expect(keeper.value?.got == 2)
  }

  @Test func `queues whose operations wait for slots of each other are found`() {
    let other = PromiseQueue()
    let gates = (Promise<Int>(), Promise<Int>())
    let first = queue.add(file: "A", line: 1) {
      gates.0.flatMap { _ in other.add(file: "B", line: 2) { Promise(value: 1) } }
    }
    let second = other.add(file: "C", line: 3) {
      gates.1.flatMap { [queue] _ in queue.add(file: "D", line: 4) { Promise(value: 2) } }
    }

    gates.0.resolve(1)
    #expect(first.isPending)
    gates.1.resolve(1)

    let error = second.failure as? CycleError
    let locations = Set(error?.locations.map(\.description) ?? [])
    #expect(locations.isSuperset(of: ["A:1", "C:3", "D:4"]))
    #expect(first.got == 1)
  }

  @Test func `operations that begin to wait are not all examined each time`() {
    let queue = PromiseQueue(limit: 20_000)
    let gates = (0..<20_000).map { _ in Promise<Int>() }
    let outer = gates.map { gate in
      queue.add { gate.flatMap { value in queue.add { Promise(value: value) } } }
    }
    // Examining all for each operation would take minutes.
    for gate in gates { gate.resolve(1) }

    #expect(outer.count { $0.failure is CycleError } == 1)
    #expect(outer.count { $0.got == 1 } == 19_999)
  }

  @Test func `an operation's dependency chained after a later operation is rejected`() {
    let between = Promise<Int>()
    let outer = queue.add { between.map { $0 } }
    between.chain(after: queue.add { Promise(value: 1) })

    #expect(between.failure is CycleError)
    #expect(outer.failure is CycleError)
  }

  @Test func `an operation whose wait for one behind it ends otherwise is not rejected`() {
    let ends: [@Sendable (Future<Int>, Promise<Int>) -> Future<Int>] = [
      { race([$0, $1]) },
      { any([$0, $1]) },
      { find([$1, $0]) { _ in true } },
      { all([race([$0, $1]), $1]).map { $0[0] } },
    ]
    for end in ends {
      let queue = PromiseQueue()
      let other = Promise<Int>()
      let outer = queue.add { end(queue.add { Promise(value: 1) }.map { $0 }, other) }

      #expect(outer.isPending)
      other.resolve(2)
      #expect(outer.got == 2)
    }
  }

  @Test func `an operation behind one with a time limit is not rejected`() async throws {
    let clock = ManualClock()
    let queue = PromiseQueue(limit: 2)
    let gates = (Promise<Int>(), Promise<Int>())
    let limited = queue.add {
      gates.0.flatMap { _ in
        queue.add { Promise(value: 1) }.timeout(after: .seconds(1), clock: clock).recover { _ in 5 }
      }
    }
    let unlimited = queue.add { gates.1.flatMap { _ in queue.add { Promise(value: 2) } } }
    gates.0.resolve(1)
    gates.1.resolve(1)

    #expect(limited.isPending)
    #expect(unlimited.isPending)
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(1))

    #expect(try await limited.value == 5)
    #expect(try await unlimited.value == 2)
  }

  @Test func `an operation says that its queue is paused, or that its rate is limited`() {
    let paused = PromiseQueue()
    paused.pause()
    let waiting = paused.add { Promise(value: 1) }
    let limited = PromiseQueue(limit: 4, rate: .init(1, per: .seconds(1)), clock: ManualClock())
    let work = Promise<Int>()
    let operations = (0..<2).map { _ in limited.add { work } }

    #expect(waiting.explain().contains("the queue, which is paused (0 of 1 running)"))
    #expect(operations[1].explain().contains("the queue, whose rate is limited (1 of 4 running)"))
    paused.discardAll()
    limited.discardAll()
  }
}
