/// Entries ordered by deadline, or by priority as in a queue, independent of clocks and threads: a
/// binary heap in which equal ones are ordered by when their tickets were drawn.
///
/// A ticket leads to the position of its entry in the heap. An entry that is no longer needed is
/// removed in O(log n) and leaves nothing behind.
package struct TicketHeap<Deadline: Comparable, Entry> {
  /// Identifies an entry for removal.
  package struct Ticket: Hashable, Sendable {
    fileprivate let slot: Int
    /// Unique among all tickets.
    let number: Int
  }

  /// Excludes the entry, so that moving a line requires no reference counting.
  private struct Line {
    let deadline: Deadline
    let ticket: Ticket

    func isDue(before other: Line) -> Bool {
      (deadline, ticket.number) < (other.deadline, other.ticket.number)
    }
  }

  /// The heap: the line at index *i* is not due before its parent, at (*i* − 1) / 2.
  private var lines: [Line] = []
  /// The position in the heap of each ticket's line, by slot; the negated number of a ticket that
  /// has been drawn but not entered.
  private var places: [Int] = []
  private var entries: [Entry?] = []
  private var freeSlots: [Int] = []
  private var lastNumber = 0
  /// The new slots of tickets with numbers up to `lastMoved`, by number.
  private var movedSlots: [Int: Int] = [:]
  private var lastMoved = 0
  /// The time for which the alarm is set, as far as this heap knows.
  private var alarm: Deadline?

  package init() {}

  /// The number of pending entries.
  var count: Int { lines.count }

  /// The entry that is due first.
  var first: Entry? { lines.first.flatMap { entries[$0.ticket.slot] } }

  /// The deadline of the entry that is due first.
  package var firstDeadline: Deadline? { lines.first?.deadline }

  /// The number of entries for which memory is reserved.
  var capacity: Int { places.capacity }

  /// Draws a ticket, for an entry that must know its ticket before it is added.
  package mutating func draw() -> Ticket {
    lastNumber += 1
    if freeSlots.isEmpty {
      freeSlots.append(places.count)
      places.append(0)
      entries.append(nil)
    }
    let slot = freeSlots.removeLast()
    places[slot] = -lastNumber
    return Ticket(slot: slot, number: lastNumber)
  }

  /// Adds `entry`, due at `deadline`, under a ticket drawn for it, unless the ticket has been
  /// removed.
  package mutating func enter(_ entry: Entry, at deadline: Deadline, by ticket: Ticket) {
    guard places[ticket.slot] == -ticket.number else { return freeSlots.append(ticket.slot) }
    places[ticket.slot] = lines.count
    entries[ticket.slot] = entry
    lines.append(Line(deadline: deadline, ticket: ticket))
    rise(from: lines.count - 1)
  }

  /// Removes and returns the entry of `ticket`, or returns `nil` if it has already been removed.
  ///
  /// If the ticket has not been entered yet, it never will be.
  package mutating func remove(_ ticket: Ticket) -> Entry? {
    let slot = ticket.number > lastMoved ? ticket.slot : movedSlots[ticket.number]
    guard let slot, slot < places.count else { return nil }
    let place = places[slot]
    if place == -ticket.number { places[slot] = -.max }
    guard lines.indices.contains(place), lines[place].ticket.number == ticket.number else {
      return nil
    }
    return removeLine(at: place)
  }

  /// Removes and returns the entries that are due at `now`, with the numbers of their tickets, in
  /// order.
  ///
  /// Called when the alarm rings; it may ring early.
  package mutating func removeDue(at now: Deadline) -> [(number: Int, entry: Entry)] {
    alarm = nil
    var due: [(number: Int, entry: Entry)] = []
    while let first = lines.first, first.deadline <= now {
      if let entry = removeLine(at: 0) { due.append((first.ticket.number, entry)) }
    }
    return due
  }

  /// Removes and returns the entry that is due first.
  package mutating func popFirst() -> Entry? { lines.isEmpty ? nil : removeLine(at: 0) }

  /// Returns the time to which the alarm must be set, or `nil` if it is already set early enough.
  ///
  /// An alarm that turns out to be too early stays set: one needless wake-up costs less than
  /// resetting the alarm at every removal.
  mutating func alarmToSet() -> Deadline? {
    guard let next = lines.first?.deadline else { return nil }
    if let alarm, alarm <= next { return nil }
    alarm = next
    return next
  }
}

// MARK: - The heap

extension TicketHeap {
  private mutating func removeLine(at place: Int) -> Entry? {
    exchange(place, lines.count - 1)
    let ticket = lines.removeLast().ticket
    let entry = entries[ticket.slot].take()
    freeSlots.append(ticket.slot)
    if ticket.number <= lastMoved { movedSlots[ticket.number] = nil }
    if place < lines.count {
      rise(from: place)
      sink(from: place)
    }
    shrinkIfSparse()
    return entry
  }

  /// Assigns new slots, without gaps, once most slots are free.
  ///
  /// This is postponed while a drawn ticket has not been used, since that ticket only knows its old
  /// slot. The number of entries halves or doubles before this happens again, so the amortized cost
  /// of a removal is constant.
  private mutating func shrinkIfSparse() {
    guard places.count > 64, lines.count < places.count / 4,
      lines.count + freeSlots.count == places.count
    else { return }
    shrink()
  }

  // Not specialized, because it runs rarely.
  @_semantics("optimize.sil.specialize.generic.never") @inline(never)
  private mutating func shrink() {
    lastMoved = lastNumber
    movedSlots = Dictionary(minimumCapacity: lines.count)
    entries = lines.map { entries[$0.ticket.slot] }
    places = Array(lines.indices)
    freeSlots = []
    lines = lines.enumerated().map { slot, line in
      movedSlots[line.ticket.number] = slot
      let ticket = Ticket(slot: slot, number: line.ticket.number)
      return Line(deadline: line.deadline, ticket: ticket)
    }
  }

  private mutating func rise(from start: Int) {
    var place = start
    while place > 0, lines[place].isDue(before: lines[(place - 1) / 2]) {
      exchange(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  private mutating func sink(from start: Int) {
    var place = start
    while let child = earlierChild(of: place), lines[child].isDue(before: lines[place]) {
      exchange(place, child)
      place = child
    }
  }

  private func earlierChild(of place: Int) -> Int? {
    let (left, right) = (2 * place + 1, 2 * place + 2)
    guard right < lines.count else { return left < lines.count ? left : nil }
    return lines[right].isDue(before: lines[left]) ? right : left
  }

  private mutating func exchange(_ left: Int, _ right: Int) {
    lines.swapAt(left, right)
    places[lines[left].ticket.slot] = left
    places[lines[right].ticket.slot] = right
  }
}
