internal import PledgeSupport

/// The waiting operations of a queue, in the order in which they start; not thread-safe.
///
/// Operations with a higher priority come first, and operations with the same priority are in the
/// order in which they got it. Each priority has a linked list, so an operation can be removed
/// from anywhere, and leaves nothing behind. A change takes constant time, plus O(log *p*) when the
/// list of a priority appears or disappears, where *p* is the number of different priorities.
struct WaitingList<Operation> {
  private struct Entry {
    let operation: Operation
    let priority: Int
    var previous: Int?
    var next: Int?
  }

  private struct Level {
    /// The place of the priority in the heap.
    let ticket: TicketHeap<Rank, Int>.Ticket
    var first: Int
    var last: Int
  }

  /// The position of a priority: a higher one comes first.
  private struct Rank: Comparable {
    let priority: Int

    static func < (left: Rank, right: Rank) -> Bool { left.priority > right.priority }
  }

  private var entries: [Int: Entry] = [:]
  /// The lists, by priority.
  private var levels: [Int: Level] = [:]
  /// The priorities that have a list.
  private var priorities = TicketHeap<Rank, Int>()

  var count: Int { entries.count }

  var isEmpty: Bool { entries.isEmpty }

  /// The operations, in any order.
  var operations: [Operation] { entries.values.map(\.operation) }

  /// The number of operations for which memory is reserved.
  var capacity: Int { entries.capacity + levels.capacity + priorities.capacity }

  func contains(_ number: Int) -> Bool { entries[number] != nil }

  /// Returns the operation with the given number, if it is in the list.
  func operation(_ number: Int) -> Operation? { entries[number]?.operation }

  /// Adds an operation; each has a different number.
  mutating func append(_ operation: Operation, number: Int, priority: Int) {
    let previous = levels[priority]?.last
    if let previous {
      levels[priority]?.last = number
      entries[previous]?.next = number
    } else {
      let ticket = priorities.draw()
      priorities.enter(priority, at: Rank(priority: priority), by: ticket)
      levels[priority] = Level(ticket: ticket, first: number, last: number)
    }
    entries[number] = Entry(operation: operation, priority: priority, previous: previous)
  }

  /// Removes and returns the operation that starts next.
  mutating func popFirst() -> (number: Int, operation: Operation)? {
    guard let number = priorities.first.flatMap({ levels[$0]?.first }) else { return nil }
    return remove(number).map { (number, $0) }
  }

  /// The operation that starts last, and its priority.
  ///
  /// - Complexity: O(*p*), where *p* is the number of different priorities.
  var last: (number: Int, priority: Int)? {
    guard let priority = levels.keys.min(), let level = levels[priority] else { return nil }
    return (level.last, priority)
  }

  /// Changes the priority of an operation, which is moved behind those that have it already.
  mutating func setPriority(_ priority: Int, of number: Int) {
    guard let entry = entries[number], entry.priority != priority else { return }
    guard let operation = remove(number) else { return }
    append(operation, number: number, priority: priority)
  }

  /// Returns the number of an operation that satisfies `predicate`.
  ///
  /// - Complexity: O(*n*), where *n* is the number of operations.
  func number(where predicate: (Operation) -> Bool) -> Int? {
    entries.first { predicate($0.value.operation) }?.key
  }

  /// Removes and returns the operation with the given number, if it is in the list.
  mutating func remove(_ number: Int) -> Operation? {
    guard let entry = entries.removeValue(forKey: number) else { return nil }
    entries.shrinkIfSparse()
    if let previous = entry.previous { entries[previous]?.next = entry.next }
    if let next = entry.next { entries[next]?.previous = entry.previous }
    switch (entry.previous, entry.next) {
    case (nil, nil): removeLevel(of: entry.priority)
    case (nil, let next?): levels[entry.priority]?.first = next
    case (let previous?, nil): levels[entry.priority]?.last = previous
    case (.some, .some): break
    }
    return entry.operation
  }

  private mutating func removeLevel(of priority: Int) {
    guard let level = levels.removeValue(forKey: priority) else { return }
    levels.shrinkIfSparse()
    _ = priorities.remove(level.ticket)
  }
}
