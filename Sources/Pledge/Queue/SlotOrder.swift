/// An order of numbered slots that is changed in constant time: a list linked through an array.
struct SlotOrder {
  private struct Links {
    var previous: Int?
    var next: Int?
  }

  private var links: [Links] = []
  private(set) var first: Int?
  private var last: Int?

  /// Puts a slot, which is not in the order, at its end; slots are numbered from 0 without gaps.
  mutating func append(_ slot: Int) {
    if slot == links.endIndex { links.append(Links()) }
    links[slot] = Links(previous: last, next: nil)
    if let last { links[last].next = slot } else { first = slot }
    last = slot
  }

  /// Takes a slot out of the order.
  mutating func remove(_ slot: Int) {
    let (previous, next) = (links[slot].previous, links[slot].next)
    if let previous { links[previous].next = next } else { first = next }
    if let next { links[next].previous = previous } else { last = previous }
  }
}
