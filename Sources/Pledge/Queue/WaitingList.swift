internal import PledgeSupport

/// The waiting operations of a queue, in the order in which they start; not thread-safe.
///
/// Operations with a higher priority come first, and operations with the same priority are in the
/// order in which they were added. Each priority has a linked list, so an operation can be removed
/// from anywhere, and leaves nothing behind. With *p* different priorities, a change costs O(log
/// *p*), plus a shift of up to *p* elements when the list of a priority appears or disappears.
struct WaitingList<Operation> {
  private struct Entry {
    let operation: Operation
    let priority: Int
    var previous: Int?
    var next: Int?
  }

  private struct Level {
    let priority: Int
    var first: Int
    var last: Int
  }

  private var entries: [Int: Entry] = [:]
  /// The lists, by ascending priority, so that operations are usually taken from the last one.
  private var levels: [Level] = []

  var count: Int { entries.count }

  var isEmpty: Bool { entries.isEmpty }

  /// The number of operations for which memory is reserved.
  var capacity: Int { entries.capacity + levels.capacity }

  func contains(_ number: Int) -> Bool { entries[number] != nil }

  /// Adds an operation; each has a different number.
  mutating func append(_ operation: Operation, number: Int, priority: Int) {
    let index = index(of: priority)
    var previous: Int?
    if index < levels.count, levels[index].priority == priority {
      previous = levels[index].last
      levels[index].last = number
    } else {
      levels.insert(Level(priority: priority, first: number, last: number), at: index)
    }
    if let previous { entries[previous]?.next = number }
    entries[number] = Entry(operation: operation, priority: priority, previous: previous)
  }

  /// Removes and returns the operation that starts next.
  mutating func popFirst() -> (number: Int, operation: Operation)? {
    guard let number = levels.last?.first else { return nil }
    return remove(number).map { (number, $0) }
  }

  /// Removes and returns the operation with the given number, if it is in the list.
  mutating func remove(_ number: Int) -> Operation? {
    guard let entry = entries.removeValue(forKey: number) else { return nil }
    entries.shrinkIfSparse()
    if let previous = entry.previous { entries[previous]?.next = entry.next }
    if let next = entry.next { entries[next]?.previous = entry.previous }
    switch (entry.previous, entry.next) {
    case (nil, nil): removeLevel(of: entry.priority)
    case (nil, let next?): levels[index(of: entry.priority)].first = next
    case (let previous?, nil): levels[index(of: entry.priority)].last = previous
    case (.some, .some): break
    }
    return entry.operation
  }

  private mutating func removeLevel(of priority: Int) {
    levels.remove(at: index(of: priority))
    levels.shrinkIfSparse()
  }

  /// Returns the index of the first list whose priority is not lower.
  private func index(of priority: Int) -> Int {
    var (low, high) = (0, levels.count)
    while low < high {
      let middle = (low + high) / 2
      if levels[middle].priority < priority { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
