/// An order of numbered slots that is changed in constant time: a list linked through an array.
@usableFromInline struct SlotOrder {
  private struct Links {
    var previous: Int?
    var next: Int?
  }

  private var links: [Links] = []
  @usableFromInline private(set) var first: Int?
  private var last: Int?

  @usableFromInline init() {}

  /// Puts a slot, which is not in the order, at its end; slots are numbered from 0 without gaps.
  @usableFromInline mutating func append(_ slot: Int) {
    if slot == links.endIndex { links.append(Links()) }
    links[slot] = Links(previous: last, next: nil)
    if let last { links[last].next = slot } else { first = slot }
    last = slot
  }

  /// Takes a slot out of the order.
  @usableFromInline mutating func remove(_ slot: Int) {
    let (previous, next) = (links[slot].previous, links[slot].next)
    if let previous { links[previous].next = next } else { first = next }
    if let next { links[next].previous = previous } else { last = previous }
  }
}
