import PledgeTestSupport
import Testing

@testable import Pledge

/// Tests of tasks that add operations to the queue in which they run.
@Suite(.hangLimit)
struct NestedOperationsTests {
  private let patience = Patience()

  /// A task that adds an operation to its queue once the gate is open, and awaits it.
  private struct Nest {
    let gate = Promise<Void>()
    /// The operation that the task adds.
    let inner = Promise<Promise<Int>>()
    let outer: Promise<Int>

    init(in queue: PromiseQueue, adding other: PromiseQueue? = nil, line: UInt = 1) {
      outer = queue.add(file: "Outer", line: line) { [gate, inner] in
        try await gate.value
        let nested = (other ?? queue).add(file: "Inner", line: line) { Promise(value: 1) }
        nested.shared()
        inner.resolve(nested)
        return try await nested.value
      }
    }

    func open() async throws -> Promise<Int> {
      gate.resolve()
      return try await inner.value
    }
  }

  @Test func `tasks that await operations of their own queue are named, once, unless it is paused`()
    async throws
  {
    try await patience.control {
      let queue = PromiseQueue()
      let nest = Nest(in: queue)
      let inner = try await nest.open()
      inner.labeled("user 7")
      queue.pause()
      #expect(patience.end() == [])
      queue.resume()

      #expect(
        patience.end() == [
          """
          Inner:1 [user 7]: still waiting for a slot in its queue, and every operation that has \
          one is a task that has added another operation, such as the task from Outer:1; if these \
          tasks await what they have added, none can continue: do the inner work without adding \
          it, or use another queue
          """
        ]
      )
      nest.outer.discard()
      #expect(inner.got == 1)

      let again = Nest(in: queue)
      _ = try await again.open()
      #expect(patience.count == 0)
      again.outer.discard()
    }
  }

  @Test func `tasks that hold all slots of a queue are found when the last one adds`() async throws
  {
    try await patience.control {
      let queue = PromiseQueue(limit: 2)
      let nests = [Nest(in: queue, line: 1), Nest(in: queue, line: 2)]
      _ = try await nests[0].open()
      #expect(patience.end() == [])
      _ = try await nests[1].open()

      #expect(patience.count == 1)
      #expect(patience.end().map { $0.prefix(8) } == ["Inner:1:"])
      for nest in nests { nest.outer.discard() }
      #expect(queue.waiting == 0)
    }
  }

  @Test func `an operation that has started in the meantime is not named`() async throws {
    try await patience.control {
      let queue = PromiseQueue(limit: 2)
      let other = Promise<Int>()
      let nest = Nest(in: queue)
      let running = queue.add { other }
      _ = try await nest.open()
      other.resolve(2)

      let value = try await nest.outer.value
      #expect(value == 1)
      #expect(running.got == 2)
      #expect(patience.end() == [])
      #expect(patience.count == 0)
    }
  }

  @Test func `operations that each add the next one are not stuck`() async throws {
    try await patience.control {
      let queue = PromiseQueue()
      let nests = [Nest(in: queue, line: 1), Nest(in: queue, line: 2)]
      let first = try await nests[0].open()
      nests[0].outer.discard()
      // While the second task runs, the operation of the first one waits only for it.
      let second = try await nests[1].open()

      #expect(first.isPending)
      #expect(second.isPending)
      #expect(patience.end() == [])
      #expect(patience.count == 1)
      nests[1].outer.discard()
      #expect((first.got, second.got) == (1, 1))
      #expect(patience.end() == [])
    }
  }

  @Test func `tasks that await operations of each other's queues are named, once`() async throws {
    try await patience.control {
      let queues = [PromiseQueue(), PromiseQueue()]
      let nests = [
        Nest(in: queues[0], adding: queues[1], line: 1),
        Nest(in: queues[1], adding: queues[0], line: 2),
      ]
      _ = try await nests[0].open()
      #expect(patience.end() == [])
      _ = try await nests[1].open()

      #expect(patience.end().count == 1)
      for nest in nests { nest.outer.discard() }
      #expect(queues.map(\.waiting) == [0, 0])
    }
  }

  @Test func `a queue is not kept until it is checked`() async throws {
    try await patience.control {
      weak var engine: QueueEngine?
      do {
        let queue = PromiseQueue()
        engine = queue.engine
        let nest = Nest(in: queue)
        _ = try await nest.open()
        nest.outer.discard()
      }
      while engine != nil { await Task.yield() }
      #expect(patience.end() == [])
    }
  }

  @Test func `operations that no task of a queue adds are not checked`() async throws {
    try await patience.control {
      let (queue, other) = (PromiseQueue(), PromiseQueue())
      let gate = Promise<Void>()
      let busy = other.add { gate }
      let done = Promise<Void>()
      let outer = queue.add {
        let others = other.add { Promise(value: 1) }
        // A handler, and a task that belongs to nothing.
        Promise(value: 0).observe { _ in _ = queue.add { Promise(value: 2) } }
        await Task.detached { _ = queue.add { Promise(value: 3) } }.value
        done.resolve()
        return try await others.value
      }
      try await done.value
      _ = queue.add { Promise(value: 4) }

      #expect((queue.waiting, other.waiting) == (3, 1))
      #expect(patience.count == 1)
      #expect(patience.end() == [])
      gate.resolve()
      let value = try await outer.value
      #expect(value == 1)
      try await queue.drained().value
      #expect(busy.isFulfilled)
    }
  }

  @Test func `nested operations that no longer wait leave no memory`() {
    var state = QueueState<Int>(limit: 1)
    let slot = QueueTask.Slot(queue: ObjectIdentifier(Self.self), number: 0)
    for operation in 0..<10_001 {
      _ = state.add(operation, priority: 0, at: .zero, nestedIn: slot)
    }
    let before = state.capacity
    for number in 1..<9_981 { _ = state.end(number) }

    #expect(before >= 20_000)
    #expect(state.capacity < 1_000)
    let (isFirst, isSecond) = (
      state.watchNested(in: slot.queue), state.watchNested(in: slot.queue)
    )
    #expect((isFirst, isSecond) == (true, false))
  }
}
