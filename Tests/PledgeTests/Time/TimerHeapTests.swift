import PledgeTestSupport
import Testing

@testable import Pledge

struct TimerHeapTests {
  private typealias Heap = TimerHeap<Int, String>

  private var heap = TimerHeap<Int, String>()

  @Test mutating func `removed entries are released`() {
    let cage = Cage()
    var heap = TimerHeap<Int, Canary>()
    let tickets = (0..<10).map { heap.add(cage.canary(), at: $0) }

    for ticket in tickets.dropFirst() { _ = heap.remove(ticket) }

    #expect(cage.living == 1)
  }

  @Test mutating func `a drawn ticket can be entered after many entries are removed`() {
    let ticket = heap.draw()
    for removed in (0..<1_000).map({ heap.add("\($0)", at: $0) }) { _ = heap.remove(removed) }

    heap.enter("late", at: 1, by: ticket)

    #expect(heap.remove(ticket) == "late")
  }

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

  @Test(arguments: 1...20) mutating func `any mixture of entries is in order`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var expected: [(deadline: Int, number: Int)] = []
    var tickets: [(ticket: Heap.Ticket, number: Int)] = []
    for number in 0..<300 {
      let deadline = Int.random(in: 0..<50, using: &generator)
      tickets.append((heap.add("\(number)", at: deadline), number))
      expected.append((deadline, number))
      if number.isMultiple(of: 3) {
        let removed = tickets.remove(at: .random(in: tickets.indices, using: &generator))
        #expect(heap.remove(removed.ticket) == "\(removed.number)")
        expected.removeAll { $0.number == removed.number }
      }
    }
    expected.sort { $0 < $1 }

    let early = expected.filter { $0.deadline <= 25 }
    #expect(heap.removeDue(at: 25).map(\.entry) == early.map { "\($0.number)" })
    let late = expected.dropFirst(early.count)
    #expect(heap.removeDue(at: 50).map(\.entry) == late.map { "\($0.number)" })
    #expect(heap.count == 0)
  }
}

// MARK: - Memory

extension TimerHeapTests {
  @Test mutating func `removing most entries releases their memory`() {
    let tickets = (0..<10_000).map { heap.add("\($0)", at: $0) }
    #expect(heap.capacity >= 10_000)
    #expect(heap.removeDue(at: 9_979).count == 9_980)

    #expect(heap.capacity < 1_000)
    #expect(tickets.prefix(9_980).allSatisfy { heap.remove($0) == nil })
    #expect(heap.remove(tickets[9_990]) == "9990")
    #expect(heap.remove(tickets[9_990]) == nil)
    _ = heap.add("new", at: 9_985)
    var rest: [String] = []
    for number in 9_980..<10_000 where number != 9_990 { rest.append("\(number)") }
    rest.insert("new", at: 6)
    #expect(heap.removeDue(at: 10_000).map(\.entry) == rest)
  }

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
    #expect(heap.removeDue(at: 50).map(\.entry) == tickets.map { "\($0.number)" })
  }
}

// MARK: - The alarm

extension TimerHeapTests {
  @Test mutating func `the first entry sets the alarm`() {
    #expect(heap.alarmToSet() == nil)
    _ = heap.add("a", at: 5)

    #expect(heap.alarmToSet() == 5)
    #expect(heap.alarmToSet() == nil)
  }

  @Test mutating func `only an earlier entry sets it again`() {
    _ = heap.add("a", at: 5)
    _ = heap.alarmToSet()

    _ = heap.add("b", at: 6)
    #expect(heap.alarmToSet() == nil)
    _ = heap.add("c", at: 5)
    #expect(heap.alarmToSet() == nil)
    _ = heap.add("d", at: 4)
    #expect(heap.alarmToSet() == 4)
  }

  @Test mutating func `removing an entry keeps the alarm`() {
    let ticket = heap.add("a", at: 5)
    _ = heap.alarmToSet()
    _ = heap.remove(ticket)
    #expect(heap.alarmToSet() == nil)

    _ = heap.add("b", at: 7)

    #expect(heap.alarmToSet() == nil)
  }

  @Test mutating func `an alarm that rings early is set for the next entry`() {
    let ticket = heap.add("a", at: 5)
    _ = heap.alarmToSet()
    _ = heap.remove(ticket)
    _ = heap.add("b", at: 7)

    #expect(heap.removeDue(at: 5).isEmpty)

    #expect(heap.alarmToSet() == 7)
  }

  @Test mutating func `an alarm that rings for the last entry is not set again`() {
    _ = heap.add("a", at: 5)
    _ = heap.alarmToSet()

    #expect(heap.removeDue(at: 5).map(\.entry) == ["a"])

    #expect(heap.alarmToSet() == nil)
  }
}

extension TimerHeap {
  fileprivate mutating func add(_ entry: Entry, at deadline: Deadline) -> Ticket {
    let ticket = draw()
    enter(entry, at: deadline, by: ticket)
    return ticket
  }
}
