/// An order of numbered slots that can be changed in constant time: a linked list in an array.
@usableFromInline struct SlotOrder {
  private struct Links {
    var previous: Int?
    var next: Int?
  }

  private var links: [Links] = []
  @usableFromInline private(set) var first: Int?
  private var last: Int?
  /// The slot that was inserted last, near which the next one usually belongs.
  private var latest: Int?

  @usableFromInline init() {}

  /// Creates an order of the slots `0..<slots.count`.
  init(_ slots: [Int]) {
    links = Array(repeating: Links(), count: slots.count)
    for slot in slots { append(slot) }
    latest = last
  }

  /// All slots, in order.
  var slots: [Int] {
    Array(
      sequence(state: first) { slot in
        defer { slot = slot.flatMap { links[$0].next } }
        return slot
      }
    )
  }

  /// Appends a slot that is not in the order; slots are numbered from 0 without gaps.
  @usableFromInline mutating func append(_ slot: Int) {
    link(slot, after: last)
  }

  /// Inserts a slot that is not in the order after those that satisfy `precedes`, which come first.
  ///
  /// - Complexity: O(*n*), where *n* is the number of slots between it and the one inserted before.
  @usableFromInline mutating func insert(_ slot: Int, afterLastWhere precedes: (Int) -> Bool) {
    var previous = latest
    while let candidate = previous, !precedes(candidate) { previous = links[candidate].previous }
    while let next = next(after: previous), precedes(next) { previous = next }
    link(slot, after: previous)
    latest = slot
  }

  private func next(after previous: Int?) -> Int? {
    if let previous { links[previous].next } else { first }
  }

  private mutating func link(_ slot: Int, after previous: Int?) {
    if slot == links.endIndex { links.append(Links()) }
    let next = next(after: previous)
    links[slot] = Links(previous: previous, next: next)
    if let previous { links[previous].next = slot } else { first = slot }
    if let next { links[next].previous = slot } else { last = slot }
  }

  /// Removes a slot from the order.
  @usableFromInline mutating func remove(_ slot: Int) {
    let (previous, next) = (links[slot].previous, links[slot].next)
    if let previous { links[previous].next = next } else { first = next }
    if let next { links[next].previous = previous } else { last = previous }
    if latest == slot { latest = previous ?? next }
  }
}
