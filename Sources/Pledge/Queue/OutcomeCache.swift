/// What loads have brought, as long as it is worth keeping, apart from the threads and the clock.
///
/// Its elements are in slots, which are in order of use, for the limit, and in order of age, for the
/// expiry. Every change takes constant time. What is taken out has to be released without a lock,
/// so it is collected until ``takeTrash()``.
struct OutcomeCache<Key: Hashable, Outcome> {
  struct Element {
    let key: Key
    let outcome: Outcome
    let birth: Duration
  }

  private let expiry: Duration?
  private let limit: Int?
  private var elements: [Element?] = []
  private var free: [Int] = []
  private var slots: [Key: Int] = [:]
  private var byUse = SlotOrder()
  private var byAge = SlotOrder()
  private var trash: [Element] = []

  /// Creates a cache; no limit or no time at all is one that keeps nothing.
  init(expiry: Duration?, limit: Int?) {
    self.expiry = expiry
    self.limit = limit
  }

  var count: Int { slots.count }

  private var keepsAnything: Bool {
    if let limit, limit <= 0 { return false }
    if let expiry, expiry <= .zero { return false }
    return true
  }

  /// What is kept for a key, which has been used by that.
  mutating func outcome(for key: Key) -> Outcome? {
    guard let slot = slots[key] else { return nil }
    byUse.remove(slot)
    byUse.append(slot)
    return elements[slot]?.outcome
  }

  /// Keeps an outcome in place of any other for its key, and forgets what was not used for longest.
  mutating func keep(_ outcome: Outcome, for key: Key, at now: Duration) {
    remove(key)
    guard keepsAnything else { return }
    if let limit, count == limit, let oldest = byUse.first { vacate(oldest) }
    occupy(Element(key: key, outcome: outcome, birth: now))
  }

  mutating func remove(_ key: Key) {
    if let slot = slots[key] { vacate(slot) }
  }

  mutating func removeAll() {
    let trash = trash + elements.compactMap(\.self)
    self = OutcomeCache(expiry: expiry, limit: limit)
    self.trash = trash
  }

  /// Removes what has expired.
  mutating func expire(at now: Duration) {
    guard let expiry else { return }
    // A difference: the sum of a birth and a huge expiry would overflow.
    while let slot = byAge.first, let element = elements[slot], now - element.birth >= expiry {
      vacate(slot)
    }
  }

  /// Hands out what has been removed.
  mutating func takeTrash() -> [Element] {
    defer { trash = [] }
    return trash
  }

  private mutating func occupy(_ element: Element) {
    let slot = free.popLast() ?? elements.endIndex
    if slot == elements.endIndex { elements.append(element) } else { elements[slot] = element }
    slots[element.key] = slot
    byUse.append(slot)
    byAge.append(slot)
  }

  private mutating func vacate(_ slot: Int) {
    guard let element = elements[slot] else { return }
    elements[slot] = nil
    slots[element.key] = nil
    byUse.remove(slot)
    byAge.remove(slot)
    free.append(slot)
    trash.append(element)
  }
}
