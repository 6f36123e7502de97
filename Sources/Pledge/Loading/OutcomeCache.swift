internal import PledgeSupport

/// The cached outcomes of loads, independent of clocks; not thread-safe.
///
/// Its elements occupy slots, which are ordered by use for the limit and by age for the expiry.
/// Every change takes constant time, except for the first insertion after the clock was set.
/// Removed elements must be released outside a lock, so they are collected until ``takeTrash()`` is
/// called.
@frozen @usableFromInline struct OutcomeCache<Key: Hashable, Outcome> {
  @frozen @usableFromInline struct Element {
    @usableFromInline let key: Key
    @usableFromInline let outcome: Outcome
    @usableFromInline let creationTime: Duration
    @usableFromInline let revision: Int

    @inlinable init(key: Key, outcome: Outcome, creationTime: Duration, revision: Int) {
      self.key = key
      self.outcome = outcome
      self.creationTime = creationTime
      self.revision = revision
    }
  }

  @usableFromInline let expiry: Duration?
  @usableFromInline let refreshAfter: Duration?
  @usableFromInline let limit: Int?
  @usableFromInline var elements: [Element?] = []
  @usableFromInline var free: [Int] = []
  @usableFromInline var slots: [Key: Int] = [:]
  @usableFromInline var byUse = SlotOrder()
  @usableFromInline var byAge = SlotOrder()
  @usableFromInline var trash: [Element] = []
  /// Counts the outcomes that were kept.
  @usableFromInline var revision = 0

  /// Creates a cache; with an expiry or a limit of zero or less, it keeps nothing.
  @inlinable init(expiry: Duration?, refreshAfter: Duration? = nil, limit: Int?) {
    self.expiry = expiry
    self.refreshAfter = refreshAfter
    self.limit = limit
  }

  @inlinable var count: Int { slots.count }

  @inlinable var keepsAnything: Bool {
    if let limit, limit <= 0 { return false }
    if let expiry, expiry <= .zero { return false }
    return true
  }

  /// Returns the outcome cached for a key, and marks it as used.
  @inlinable mutating func outcome(for key: Key) -> Outcome? {
    guard let slot = slots[key] else { return nil }
    byUse.remove(slot)
    byUse.append(slot)
    return elements[slot]?.outcome
  }

  @inlinable subscript(key: Key) -> Element? { slots[key].flatMap { elements[$0] } }

  /// Whether the outcome cached for a key is old enough to be refreshed.
  @inlinable func isDue(_ key: Key, at now: Duration) -> Bool {
    guard let refreshAfter, let element = self[key] else { return false }
    return now - element.creationTime >= refreshAfter
  }

  /// Caches an outcome in place of any other for its key, and evicts the least recently used
  /// outcome if the cache is full.
  @inlinable mutating func keep(_ outcome: Outcome, for key: Key, at now: Duration) {
    remove(key)
    guard keepsAnything else { return }
    if let limit, count == limit, let oldest = byUse.first { vacate(oldest) }
    revision += 1
    occupy(Element(key: key, outcome: outcome, creationTime: now, revision: revision))
  }

  @inlinable mutating func remove(_ key: Key) {
    if let slot = slots[key] { vacate(slot) }
  }

  @inlinable mutating func removeAll() {
    let (trash, revision) = (trash + elements.compactMap(\.self), revision)
    self = OutcomeCache(expiry: expiry, refreshAfter: refreshAfter, limit: limit)
    (self.trash, self.revision) = (trash, revision)
  }

  /// Removes expired outcomes.
  @inlinable mutating func expire(at now: Duration) {
    guard let expiry else { return }
    // Subtracts, because the sum of a creation time and a huge expiry would overflow.
    while let slot = byAge.first, let element = elements[slot], now - element.creationTime >= expiry
    {
      vacate(slot)
    }
  }

  /// Returns the elements removed since the last call.
  @inlinable mutating func takeTrash() -> [Element] {
    defer { trash = [] }
    return trash
  }

  @inlinable mutating func occupy(_ element: Element) {
    let slot = free.popLast() ?? elements.endIndex
    if slot == elements.endIndex { elements.append(element) } else { elements[slot] = element }
    slots[element.key] = slot
    byUse.append(slot)
    // Threads read the clock before they acquire the lock, so times may arrive out of order. Those
    // after a clock was set back follow each other.
    byAge.insert(slot) { [elements] earlier in
      elements[earlier].map { $0.creationTime <= element.creationTime } ?? true
    }
  }

  @inlinable mutating func vacate(_ slot: Int) {
    guard let element = elements[slot] else { return }
    elements[slot] = nil
    slots[element.key] = nil
    byUse.remove(slot)
    byAge.remove(slot)
    free.append(slot)
    trash.append(element)
    if elements.count > 64, count < elements.count / 8 { shrink() }
  }

  /// Renumbers the slots in use without gaps.
  ///
  /// The number of elements halves or doubles before this happens again, so the amortized cost of a
  /// removal is constant.
  @usableFromInline mutating func shrink() {
    let used = byUse.slots
    var renumbered: [Int: Int] = [:]
    for (slot, old) in used.enumerated() { renumbered[old] = slot }
    byAge = SlotOrder(byAge.slots.compactMap { renumbered[$0] })
    byUse = SlotOrder(Array(used.indices))
    elements = used.map { elements[$0] }
    free = []
    slots.shrinkIfSparse()
    for (slot, element) in elements.enumerated() { if let element { slots[element.key] = slot } }
  }
}
