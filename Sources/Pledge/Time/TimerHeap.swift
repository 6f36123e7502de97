/// Who is due when, apart from clocks and threads: a binary heap by deadline and, among equals, by
/// the order in which tickets were drawn.
///
/// A ticket knows where in the heap its entry is, so one that is not needed any more goes at once, in
/// O(log n), and leaves nothing behind.
struct TimerHeap<Deadline: Comparable, Entry> {
  /// What an entry is taken out by.
  struct Ticket: Hashable, Sendable {
    fileprivate let slot: Int
    fileprivate let number: Int
  }

  /// Without the entry, so that to move one costs no reference counting.
  private struct Line {
    let deadline: Deadline
    let ticket: Ticket

    func isDue(before other: Line) -> Bool {
      (deadline, ticket.number) < (other.deadline, other.ticket.number)
    }
  }

  /// The heap: none is due before the one at half its index.
  private var lines: [Line] = []
  /// Where in the heap the line of a ticket is, by its seat.
  private var places: [Int] = []
  private var entries: [Entry?] = []
  private var freeSlots: [Int] = []
  private var lastNumber = 0
  /// The seats of tickets up to `lastMoved`, by their numbers: those that were given new ones.
  private var movedSeats: [Int: Int] = [:]
  private var lastMoved = 0
  /// The alarm that is set, as far as is known here.
  private var alarm: Deadline?

  /// How many are waiting.
  var count: Int { lines.count }

  /// The number of entries for which memory is reserved.
  var capacity: Int { places.capacity }

  /// Draws a ticket, for an entry that has to know what takes it out.
  mutating func draw() -> Ticket {
    lastNumber += 1
    if freeSlots.isEmpty {
      freeSlots.append(places.count)
      places.append(0)
      entries.append(nil)
    }
    return Ticket(slot: freeSlots.removeLast(), number: lastNumber)
  }

  /// Enters `entry`, to be due at `deadline`, by a ticket that was drawn for it.
  mutating func enter(_ entry: Entry, at deadline: Deadline, by ticket: Ticket) {
    places[ticket.slot] = lines.count
    entries[ticket.slot] = entry
    lines.append(Line(deadline: deadline, ticket: ticket))
    rise(from: lines.count - 1)
  }

  /// Takes out the entry of `ticket`, unless it has been taken out.
  mutating func remove(_ ticket: Ticket) -> Entry? {
    let slot = ticket.number > lastMoved ? ticket.slot : movedSeats[ticket.number]
    guard let slot, slot < places.count else { return nil }
    let place = places[slot]
    guard place < lines.count, lines[place].ticket.number == ticket.number else { return nil }
    return removeLine(at: place)
  }

  /// Takes out what is due at `now`, in order, for an alarm that rang; it may ring early.
  mutating func removeDue(at now: Deadline) -> [Entry] {
    alarm = nil
    var due: [Entry] = []
    while let first = lines.first, first.deadline <= now {
      if let entry = removeLine(at: 0) { due.append(entry) }
    }
    return due
  }

  /// The time to set the alarm to, or `nil` if the one that is set rings early enough.
  ///
  /// One that turns out to be too early stays set: to ring once for nothing costs less than to be set
  /// again for everyone who leaves.
  mutating func alarmToSet() -> Deadline? {
    guard let next = lines.first?.deadline else { return nil }
    if let alarm, alarm <= next { return nil }
    alarm = next
    return next
  }
}

// MARK: - The heap

extension TimerHeap {
  private mutating func removeLine(at place: Int) -> Entry? {
    exchange(place, lines.count - 1)
    let ticket = lines.removeLast().ticket
    let entry = entries[ticket.slot].take()
    freeSlots.append(ticket.slot)
    if ticket.number <= lastMoved { movedSeats[ticket.number] = nil }
    if place < lines.count {
      rise(from: place)
      sink(from: place)
    }
    shrinkIfSparse()
    return entry
  }

  /// Gives the entries new seats, without gaps, once most seats are free.
  ///
  /// It is put off while a ticket is drawn and not entered, which only knows its old seat. The number
  /// of entries halves, or doubles, before the next time, so this takes constant time for each removal.
  private mutating func shrinkIfSparse() {
    guard places.count > 64, lines.count < places.count / 4,
      lines.count + freeSlots.count == places.count
    else { return }
    lastMoved = lastNumber
    movedSeats = Dictionary(minimumCapacity: lines.count)
    entries = lines.map { entries[$0.ticket.slot] }
    places = Array(lines.indices)
    freeSlots = []
    lines = lines.enumerated().map { slot, line in
      movedSeats[line.ticket.number] = slot
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
