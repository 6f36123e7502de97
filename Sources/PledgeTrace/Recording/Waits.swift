internal import PledgeSupport

/// The promises that each promise waits for, apart from its parent: a ring of links for each.
///
/// The number of links is limited: at the limit, a new promise replaces the first one of its ring.
struct Waits: ~Copyable {
  private var links = Slab<Wait>()
  private let capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// Adds a promise after the `last` link of a ring.
  ///
  /// - Returns: The new last link; `none` if all links belong to other rings.
  mutating func append(_ promise: UInt64, after last: UInt32) -> UInt32 {
    if links.count >= capacity { return replaceFirst(by: promise, last: last) }
    let added = links.insert(Wait(promise: promise, next: none))
    links[added].next = last == none ? added : links[last].next
    if last != none { links[last].next = added }
    return added
  }

  /// The links by their numbers; some entries are vacant.
  var elements: [Wait] { links.elements }

  /// Removes a ring.
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
  /// Returns the promises of a ring, in order, given its `last` link.
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
