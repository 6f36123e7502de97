import Dispatch
import PledgeTestSupport
import Testing

@testable import Pledge

/// Tests that need the real clock; their assertions do not depend on timing.
@Suite(.hangLimit)
struct TimerQueueTests {
  private let cage = Cage()
  private let queue = TimerQueue()
  private let hour = Duration.seconds(3_600)

  @Test func `a wait does not end before its time`() async throws {
    let deadline = ContinuousClock.now + .milliseconds(3)

    try await queue.wait(until: deadline).value

    #expect(ContinuousClock.now >= deadline)
    #expect(queue.count == 0)
  }

  @Test func `a timer added later but due earlier does not wait for the others`() async throws {
    let late = queue.wait(until: .now + hour)

    try await queue.wait(until: .now + .milliseconds(1)).value

    #expect(late.isPending)
    late.discard()
  }

  @Test func `a discarded timer is forgotten immediately`() {
    weak var forgotten: Promise<Void>?
    do {
      let promise = queue.wait(until: .now + hour)
      forgotten = promise
      promise.discard()
      #expect(promise.isDiscarded)
    }

    #expect(queue.count == 0)
    #expect(forgotten == nil)
  }

  @Test func `a wait that is removed before it is entered is forgotten`() {
    let ticket = queue.draw()

    queue.remove(ticket)
    queue.enter(ticket, until: .now + hour) { [canary = cage.canary()] in
      withExtendedLifetime(canary) {}
    }

    #expect(queue.count == 0)
    #expect(cage.living == 0)
  }

  @Test func `a wait that is removed while the handler before it runs is forgotten`() {
    repeated { deadline in
      let (started, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let (first, second) = (queue.draw(), queue.draw())
      queue.enter(first, until: deadline) {
        started.signal()
        mayEnd.wait()
      }
      queue.enter(second, until: deadline) { [canary = cage.canary()] in
        withExtendedLifetime(canary) {}
      }
      let areDueTogether = ContinuousClock.now < deadline
      started.wait()

      queue.remove(second)

      if areDueTogether { #expect(cage.living == 0) }
      mayEnd.signal()
      return areDueTogether
    }
  }

  @Test func `a handler is released before the next one runs`() {
    repeated { deadline in
      let ended = DispatchSemaphore(value: 0)
      let living = Locked(0)
      queue.enter(queue.draw(), until: deadline) { [canary = cage.canary()] in
        withExtendedLifetime(canary) {}
      }
      queue.enter(queue.draw(), until: deadline) {
        living.value = cage.living
        ended.signal()
      }
      let areDueTogether = ContinuousClock.now < deadline
      ended.wait()

      if areDueTogether { #expect(living.value == 0) }
      return areDueTogether
    }
  }

  /// Calls `body` with a deadline until both of its waits were entered before it.
  private func repeated(_ body: (ContinuousClock.Instant) -> Bool) {
    while !body(.now + .milliseconds(20)) {}
  }

  @Test func `any number of threads may add and cancel timers`() async throws {
    concurrently(1_000) { index in
      let promise = queue.wait(until: .now + (index.isMultiple(of: 2) ? hour : .milliseconds(1)))
        .map { [closure = cage.closure()] in closure() }
      if index.isMultiple(of: 2) { promise.discard() }
    }

    try await queue.wait(until: .now + .milliseconds(1)).value

    while queue.count > 0 { await Task.yield() }
    while cage.living > 0 { await Task.yield() }
    #expect(queue.count == 0)
  }
}

struct TicketHeapTests {
  private typealias Heap = TicketHeap<Int, String>

  private var heap = TicketHeap<Int, String>()

  @Test mutating func `a ticket that is removed before it is entered stays removed`() {
    let ticket = heap.draw()
    #expect(heap.remove(ticket) == nil)
    heap.enter("late", at: 1, by: ticket)
    #expect(heap.count == 0)

    let next = heap.draw()
    #expect(heap.remove(ticket) == nil)
    heap.enter("next", at: 1, by: next)
    #expect(heap.remove(next) == "next")
  }
}

// MARK: - Memory

extension TicketHeapTests {
  @Test mutating func `memory is kept for a ticket that is drawn and not entered`() {
    let first = (0..<500).map { heap.add("\($0)", at: $0) }
    let drawn = heap.draw()
    for ticket in first.dropLast(2) { _ = heap.remove(ticket) }

    heap.enter("late", at: 1, by: drawn)
    _ = heap.remove(first[498])

    #expect(heap.capacity < 100)
    #expect(heap.remove(first[499]) == "499")
    #expect(heap.remove(drawn) == "late")
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  mutating func `tickets stay valid however often the heap grows and shrinks`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var tickets: [(ticket: Heap.Ticket, deadline: Int, number: Int)] = []
    var removedTickets: [Heap.Ticket] = []
    for number in 0..<4_000 {
      let deadline = Int.random(in: 0..<50, using: &generator)
      tickets.append((heap.add("\(number)", at: deadline), deadline, number))
      guard number % 400 == 399 else { continue }
      while tickets.count > 10 {
        let removed = tickets.remove(at: .random(in: tickets.indices, using: &generator))
        #expect(heap.remove(removed.ticket) == "\(removed.number)")
        removedTickets.append(removed.ticket)
      }
      #expect(heap.capacity < 200)
    }

    #expect(removedTickets.allSatisfy { heap.remove($0) == nil })
    tickets.sort { ($0.deadline, $0.number) < ($1.deadline, $1.number) }
    let (early, late) = (tickets.prefix { $0.deadline <= 25 }, tickets.drop { $0.deadline <= 25 })
    #expect(heap.removeDue(at: 25).map(\.entry) == early.map { "\($0.number)" })
    #expect(heap.removeDue(at: 50).map(\.entry) == late.map { "\($0.number)" })
  }
}

// MARK: - The alarm

extension TicketHeapTests {
  @Test(arguments: [true, false])
  mutating func `only an earlier entry sets it again, also after a removal`(isRemoved: Bool) {
    for (entry, deadline, alarm) in [("a", 5, 5), ("b", 7, nil), ("c", 5, nil), ("d", 4, 4)] {
      let ticket = heap.add(entry, at: deadline)
      #expect(heap.alarmToSet() == alarm)
      if isRemoved, entry == "a" { _ = heap.remove(ticket) }
    }
  }

  @Test mutating func `an alarm that rings early is set for the next entry`() {
    let ticket = heap.add("a", at: 5)
    _ = heap.alarmToSet()
    _ = heap.remove(ticket)
    _ = heap.add("b", at: 7)

    #expect(heap.removeDue(at: 5).isEmpty)

    #expect(heap.alarmToSet() == 7)
  }
}

extension TicketHeap {
  fileprivate mutating func add(_ entry: Entry, at deadline: Deadline) -> Ticket {
    let ticket = draw()
    enter(entry, at: deadline, by: ticket)
    return ticket
  }
}
