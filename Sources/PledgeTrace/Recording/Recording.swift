internal import Pledge

/// What has been recorded, apart from the threads: promises in their chains, up to a number of them.
struct Recording {
  let capacity: Int
  private(set) var records = Slab<Record>()
  private(set) var chains = Chains()
  private(set) var waits: Waits
  private var slots = SlotTable()
  private(set) var dropped = Trace.Dropped()
  /// The numbers from the lowest to the highest one that was let go of or not recorded.
  private var gone: ClosedRange<UInt64>?
  private(set) var firstTime: UInt64?
  private(set) var lastTime: UInt64 = 0
  /// Errors of what was let go of: they are users' objects, so they go when nobody is in here.
  private var released: [any Error] = []

  /// - Parameter capacity: How many promises are kept at most.
  init(capacity: Int) {
    self.capacity = capacity
    waits = Waits(capacity: max(64, capacity))
  }

  /// Takes note of an event.
  ///
  /// - Returns: What is to be released when no lock is held.
  mutating func add(_ event: PromiseEvent) -> [any Error] {
    if firstTime == nil { firstTime = event.time }
    lastTime = max(lastTime, event.time)
    switch event.kind {
    case .created: make(event, parent: 0)
    case .chained(to: let parent): make(event, parent: parent.number)
    default: change(event)
    }
    if released.isEmpty { return [] }
    defer { released = [] }
    return released
  }

  /// Every promise, by its slot.
  var living: [Record] {
    records.elements.filter { $0.chain != none }
  }
}

// MARK: What is made

extension Recording {
  private mutating func make(_ event: PromiseEvent, parent: UInt64) {
    let id = event.promise.number
    if let slot = slots.slot(of: id) { return identify(slot, event, parent: parent) }
    guard makeRoom(for: id) else { return }
    let chain = parent == 0 ? chains.begin(root: id) : chain(of: parent, event)
    keep(Record(event, id: id, origin: .recorded), parent: parent, in: chain)
  }

  /// The chain of a parent. One that was not seen stands in it, as long as there is room.
  private mutating func chain(of parent: UInt64, _ event: PromiseEvent) -> UInt32 {
    if let slot = slots.slot(of: parent) { return records[slot].chain }
    let chain = chains.begin(root: parent)
    // The last place is for the promise itself.
    if records.count + 1 < capacity { keep(standIn(for: parent, event), parent: 0, in: chain) }
    return chain
  }

  /// A record of a promise that was made when nobody recorded, or that was let go of.
  private func standIn(for id: UInt64, _ event: PromiseEvent) -> Record {
    let isGone = gone.map { $0.contains(id) } ?? false
    var record = Record(event, id: id, origin: isGone ? .dropped : .earlier)
    if event.promise.number != id {
      // Nothing of the event is about it, but the place where the chain was started.
      record.operator = ""
      record.context = nil
      record.callers = Callers()
    }
    return record
  }

  private mutating func keep(_ record: Record, parent: UInt64, in chain: UInt32) {
    let slot = records.insert(record)
    records[slot].parent = parent
    records[slot].chain = chain
    records[slot].next = chains[chain].latest
    slots.insert(record.id, slot: slot)
    chains[chain].latest = slot
    chains[chain].count += 1
    if record.state == .pending { chains[chain].awaited += 1 }
    chains.review(chain)
  }

  /// Fills in what stood in for a promise that is seen after all.
  private mutating func identify(_ slot: UInt32, _ event: PromiseEvent, parent: UInt64) {
    let old = records[slot]
    guard old.origin != .recorded else { return }
    var record = Record(event, id: old.id, origin: .recorded)
    (record.chain, record.next, record.lastWait) = (old.chain, old.next, old.lastWait)
    (record.error, record.isUnheard, record.again) = (old.error, old.isUnheard, old.again)
    (record.end, record.endThread) = (old.end, old.endThread)
    if old.state != .unknown { record.state = old.state }
    records[slot] = record
    if old.state == .unknown { chains[record.chain].awaited += 1 }
    chains.review(record.chain)
    if parent != 0 { adopt(slot, by: parent) }
  }

  /// Puts a chain under another one. A promise is not put under one that is derived from it.
  private mutating func adopt(_ slot: UInt32, by parent: UInt64) {
    let chain = records[slot].chain
    guard let new = slots.slot(of: parent).map({ records[$0].chain }), new != chain else { return }
    records[slot].parent = parent
    var member = chains[chain].latest
    while member != none {
      let next = records[member].next
      records[member].chain = new
      records[member].next = chains[new].latest
      chains[new].latest = member
      member = next
    }
    chains[new].count += chains[chain].count
    chains[new].awaited += chains[chain].awaited
    chains.remove(chain)
    chains.review(new)
  }
}

// MARK: What happens to it

extension Recording {
  private mutating func change(_ event: PromiseEvent) {
    guard let slot = slot(of: event) else { return }
    switch event.kind {
    case .created, .chained: break
    case .waits(for: let other): wait(slot, for: other.number)
    case .merged: settle(slot, .merged, event)
    case .settled(let outcome):
      if case .rejected(let error) = outcome, records[slot].error == nil {
        records[slot].error = error
      }
      settle(slot, Trace.State(outcome), event)
    case .unheard(let error):
      records[slot].isUnheard = true
      if records[slot].error == nil { records[slot].error = error }
    case .settledAgain: records[slot].again += 1
    }
  }

  private mutating func wait(_ slot: UInt32, for other: UInt64) {
    records[slot].lastWait = waits.append(other, after: records[slot].lastWait)
    guard records[slot].state == .unknown else { return }
    // What waits is pending, whenever it was made.
    records[slot].state = .pending
    chains[records[slot].chain].awaited += 1
    chains.review(records[slot].chain)
  }

  private mutating func settle(
    _ slot: UInt32,
    _ state: Trace.State,
    _ event: PromiseEvent
  ) {
    let old = records[slot].state
    guard old == .pending || old == .unknown else { return }
    let chain = records[slot].chain
    if old == .pending { chains[chain].awaited -= 1 }
    records[slot].state = state
    records[slot].end = event.time
    records[slot].endThread = event.thread
    chains.review(chain)
  }

  /// The slot of the promise of an event; one that was not seen gets one, unless it was let go of.
  private mutating func slot(of event: PromiseEvent) -> UInt32? {
    let id = event.promise.number
    if let slot = slots.slot(of: id) { return slot }
    if let gone, gone.contains(id) { return nil }
    guard makeRoom(for: id) else { return nil }
    keep(standIn(for: id, event), parent: 0, in: chains.begin(root: id))
    return slots.slot(of: id)
  }
}

// MARK: What goes

extension Recording {
  /// Lets finished chains go, the oldest first, until there is room for a promise.
  ///
  /// - Returns: Whether there is; if not, the promise is counted.
  private mutating func makeRoom(for id: UInt64) -> Bool {
    while records.count >= capacity {
      guard chains.oldest != none else {
        dropped.unrecorded += 1
        note(gone: id)
        return false
      }
      drop(chains.oldest)
    }
    return true
  }

  private mutating func drop(_ chain: UInt32) {
    dropped.chains += 1
    dropped.promises += Int(chains[chain].count)
    var slot = chains[chain].latest
    while slot != none {
      note(gone: records[slot].id)
      slots.remove(records[slot].id)
      waits.remove(upTo: records[slot].lastWait)
      if let error = records[slot].error { released.append(error) }
      records[slot].error = nil
      records[slot].chain = none
      records.remove(slot)
      slot = records[slot].next
    }
    chains.remove(chain)
  }

  private mutating func note(gone id: UInt64) {
    guard let known = gone else { return gone = id...id }
    if !known.contains(id) { gone = min(known.lowerBound, id)...max(known.upperBound, id) }
  }
}
