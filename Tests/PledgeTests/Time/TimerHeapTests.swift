import Testing

@testable import Pledge

struct TimerHeapTests {
  private typealias Table = TimerHeap<Int, String>

  private var table = TimerHeap<Int, String>()

  @Test mutating func `those that are due come in the order of their deadlines`() {
    for deadline in [5, 2, 9, 1, 7] { _ = table.add("\(deadline)", at: deadline) }

    #expect(table.removeDue(at: 7) == ["1", "2", "5", "7"])
    #expect(table.removeDue(at: 100) == ["9"])
  }

  @Test mutating func `those that are due at the same time come in the order of their entry`() {
    for name in ["a", "b", "c", "d", "e", "f", "g"] { _ = table.add(name, at: 1) }

    #expect(table.removeDue(at: 1).joined() == "abcdefg")
  }

  @Test mutating func `what is not due stays`() {
    _ = table.add("a", at: 2)

    #expect(table.removeDue(at: 1).isEmpty)
    #expect(table.count == 1)
  }

  @Test mutating func `what is taken out is not due any more`() {
    let tickets = (1...5).map { table.add("\($0)", at: $0) }

    #expect(table.remove(tickets[2]) == "3")
    #expect(table.remove(tickets[0]) == "1")

    #expect(table.removeDue(at: 5) == ["2", "4", "5"])
  }

  @Test mutating func `what was taken out cannot be taken out again`() {
    let ticket = table.add("a", at: 1)
    _ = table.remove(ticket)

    #expect(table.remove(ticket) == nil)
  }

  @Test mutating func `what was due cannot be taken out again`() {
    let ticket = table.add("a", at: 1)
    _ = table.removeDue(at: 1)
    _ = table.add("b", at: 1)

    #expect(table.remove(ticket) == nil)
    #expect(table.count == 1)
  }

  @Test mutating func `what is taken out is released`() {
    let cage = Cage()
    var table = TimerHeap<Int, Canary>()
    let tickets = (0..<10).map { table.add(cage.canary(), at: $0) }

    for ticket in tickets.dropFirst() { _ = table.remove(ticket) }

    #expect(cage.living == 1)
  }

  @Test mutating func `removed entries are forgotten, and their tickets have no effect`() {
    let tickets = (0..<1_000).map { table.add("\($0)", at: $0) }
    #expect(table.removeDue(at: 1_000).count == 1_000)
    _ = table.add("new", at: 1)

    #expect(tickets.allSatisfy { table.remove($0) == nil })
    #expect(table.removeDue(at: 1) == ["new"])
  }

  @Test mutating func `removing many entries still lets a drawn ticket enter`() {
    let ticket = table.draw()
    for leaving in (0..<1_000).map({ table.add("\($0)", at: $0) }) { _ = table.remove(leaving) }

    table.enter("late", at: 1, by: ticket)

    #expect(table.remove(ticket) == "late")
  }

  @Test(arguments: 1...20) mutating func `any mixture comes in order`(seed: UInt64) {
    var dice = Dice(state: seed)
    var expected: [(deadline: Int, number: Int)] = []
    var tickets: [(ticket: Table.Ticket, number: Int)] = []
    for number in 0..<300 {
      let deadline = Int.random(in: 0..<50, using: &dice)
      tickets.append((table.add("\(number)", at: deadline), number))
      expected.append((deadline, number))
      if number.isMultiple(of: 3) {
        let leaving = tickets.remove(at: .random(in: tickets.indices, using: &dice))
        #expect(table.remove(leaving.ticket) == "\(leaving.number)")
        expected.removeAll { $0.number == leaving.number }
      }
    }
    expected.sort { $0 < $1 }

    let early = expected.filter { $0.deadline <= 25 }
    #expect(table.removeDue(at: 25) == early.map { "\($0.number)" })
    #expect(table.removeDue(at: 50) == expected.dropFirst(early.count).map { "\($0.number)" })
    #expect(table.count == 0)
  }
}

// MARK: - Memory

extension TimerHeapTests {
  @Test mutating func `removing most entries releases their memory`() {
    let tickets = (0..<10_000).map { table.add("\($0)", at: $0) }
    #expect(table.capacity >= 10_000)
    #expect(table.removeDue(at: 9_979).count == 9_980)

    #expect(table.capacity < 1_000)
    #expect(tickets.prefix(9_980).allSatisfy { table.remove($0) == nil })
    #expect(table.remove(tickets[9_990]) == "9990")
    #expect(table.remove(tickets[9_990]) == nil)
    _ = table.add("new", at: 9_985)
    var rest: [String] = []
    for number in 9_980..<10_000 where number != 9_990 { rest.append("\(number)") }
    rest.insert("new", at: 6)
    #expect(table.removeDue(at: 10_000) == rest)
  }

  @Test mutating func `memory is kept for a ticket that is drawn and not entered`() {
    let first = (0..<500).map { table.add("\($0)", at: $0) }
    let drawn = table.draw()
    for ticket in first.dropLast(2) { _ = table.remove(ticket) }

    table.enter("late", at: 1, by: drawn)
    _ = table.remove(first[498])

    #expect(table.capacity < 100)
    #expect(table.remove(first[499]) == "499")
    #expect(table.remove(drawn) == "late")
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  mutating func `tickets mean the same after any number of crowds`(seed: UInt64) {
    var dice = Dice(state: seed)
    var tickets: [(ticket: Table.Ticket, deadline: Int, number: Int)] = []
    var gone: [Table.Ticket] = []
    for number in 0..<4_000 {
      let deadline = Int.random(in: 0..<50, using: &dice)
      tickets.append((table.add("\(number)", at: deadline), deadline, number))
      guard number % 400 == 399 else { continue }
      while tickets.count > 10 {
        let leaving = tickets.remove(at: .random(in: tickets.indices, using: &dice))
        #expect(table.remove(leaving.ticket) == "\(leaving.number)")
        gone.append(leaving.ticket)
      }
      #expect(table.capacity < 200)
    }

    #expect(gone.allSatisfy { table.remove($0) == nil })
    tickets.sort { ($0.deadline, $0.number) < ($1.deadline, $1.number) }
    #expect(table.removeDue(at: 50) == tickets.map { "\($0.number)" })
  }
}

// MARK: - The alarm

extension TimerHeapTests {
  @Test mutating func `the first one sets the alarm`() {
    #expect(table.alarmToSet() == nil)
    _ = table.add("a", at: 5)

    #expect(table.alarmToSet() == 5)
    #expect(table.alarmToSet() == nil)
  }

  @Test mutating func `only an earlier one sets it anew`() {
    _ = table.add("a", at: 5)
    _ = table.alarmToSet()

    _ = table.add("b", at: 6)
    #expect(table.alarmToSet() == nil)
    _ = table.add("c", at: 5)
    #expect(table.alarmToSet() == nil)
    _ = table.add("d", at: 4)
    #expect(table.alarmToSet() == 4)
  }

  @Test mutating func `removing one keeps the alarm`() {
    let ticket = table.add("a", at: 5)
    _ = table.alarmToSet()
    _ = table.remove(ticket)
    #expect(table.alarmToSet() == nil)

    _ = table.add("b", at: 7)

    #expect(table.alarmToSet() == nil)
  }

  @Test mutating func `an alarm that rang early is set for the next`() {
    let ticket = table.add("a", at: 5)
    _ = table.alarmToSet()
    _ = table.remove(ticket)
    _ = table.add("b", at: 7)

    #expect(table.removeDue(at: 5).isEmpty)

    #expect(table.alarmToSet() == 7)
  }

  @Test mutating func `an alarm that rang for the last one is not set`() {
    _ = table.add("a", at: 5)
    _ = table.alarmToSet()

    #expect(table.removeDue(at: 5) == ["a"])

    #expect(table.alarmToSet() == nil)
  }
}

extension TimerHeap {
  fileprivate mutating func add(_ entry: Entry, at deadline: Deadline) -> Ticket {
    let ticket = draw()
    enter(entry, at: deadline, by: ticket)
    return ticket
  }
}
