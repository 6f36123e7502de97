internal import PledgeCore

/// The promises that others wait for, besides those they are derived from: a ring for each.
///
/// They are bounded: in a full one a promise that waits for another one forgets the first.
struct Waits: ~Copyable {
  private var links = Slab<Wait>()
  private let capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// Adds a promise behind the `last` one.
  ///
  /// - Returns: The last one now; there is none if all links are others'.
  mutating func append(_ promise: UInt64, after last: UInt32) -> UInt32 {
    if links.count >= capacity { return replaceFirst(by: promise, last: last) }
    let added = links.insert(Wait(promise: promise, next: none))
    links[added].next = last == none ? added : links[last].next
    if last != none { links[last].next = added }
    return added
  }

  /// The links by their numbers, with some that are forgotten.
  var elements: [Wait] { links.elements }

  /// Forgets a ring.
  mutating func remove(upTo last: UInt32) {
    if last == none { return }
    var link = last
    repeat {
      let next = links[link].next
      links.remove(link)
      link = next
    } while link != last
  }

  private mutating func replaceFirst(by promise: UInt64, last: UInt32) -> UInt32 {
    if last == none { return none }
    let first = links[last].next
    links[first].promise = promise
    return first
  }
}

extension [Wait] {
  /// The promises that one waits for, up to the `last` one, in their order.
  func promises(upTo last: UInt32) -> [UInt64] {
    if last == none { return [] }
    var promises: [UInt64] = []
    var link = last
    repeat {
      link = self[Int(link)].next
      promises.append(self[Int(link)].promise)
    } while link != last
    return promises
  }
}
