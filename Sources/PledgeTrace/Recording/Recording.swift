internal import PledgeCore
internal import PledgeSupport

/// The recorded promises in their chains, up to a capacity; not thread-safe.
struct Recording: ~Copyable {
  let capacity: Int
  private(set) var records = Slab<Record>()
  /// The annotations of the records that have any, by slot.
  private var annotations: [UInt32: Annotations] = [:]
  private(set) var chains = Chains()
  private(set) var waits: Waits
  private var slots = PromiseSlots()
  /// The greatest promise number so far.
  private var greatest: UInt64 = 0
  private(set) var dropped = Trace.Dropped()
  private var droppedRange = DroppedRange()
  private(set) var times = TimeRange()
  private var released: [any Error] = []

  /// - Parameter capacity: The maximum number of promises to keep.
  init(capacity: Int) {
    self.capacity = capacity
    waits = Waits(capacity: max(64, capacity))
  }

  /// The current contents, copied in bulk so that the lock is held only briefly.
  var snapshot: Snapshot {
    Snapshot(
      records: records.elements,
      annotations: annotations,
      chains: chains.elements,
      waits: waits.elements,
      dropped: dropped,
      times: times
    )
  }

  /// Records an event.
  ///
  /// - Returns: Whether ``takeReleased()`` has errors to return.
  mutating func take(
    _ event: borrowing Instrumentation.EventRecord,
    _ detail: borrowing Instrumentation.Detail
  ) -> Bool {
    times.note(event.time)
    switch event.event {
    case .created, .chained: recordCreation(event, detail)
    default: recordChange(event, detail)
    }
    return !released.isEmpty
  }
}

// MARK: Creation

extension Recording {
  @inline(__always)
  private mutating func recordCreation(
    _ event: borrowing Instrumentation.EventRecord,
    _ detail: borrowing Instrumentation.Detail
  ) {
    var record = Record(event)
    // A promise cannot be derived from itself.
    if record.parent == record.id { record.parent = 0 }
    if record.id <= greatest, let slot = slots[record.id] {
      completePlaceholder(slot, record, detail)
    } else if makeRoom(for: record.id) {
      let chain = record.parent == 0 ? chains.begin(root: record.id) : chain(above: event)
      let slot = keep(&record, in: chain)
      annotate(slot, detail)
      inheritLabel(slot, from: record.parent)
    }
  }

  /// Gives a new stage the label of its source, unless it has one (spec 18.4.3).
  @inline(__always)
  private mutating func inheritLabel(_ slot: UInt32, from parent: UInt64) {
    guard parent != 0, !annotations.isEmpty, let source = slots[parent],
      records[source].isAnnotated, let label = annotations[source]?.label,
      annotations[slot]?.label == nil
    else { return }
    keep(label, of: slot)
  }

  @inline(__always)
  private mutating func annotate(_ slot: UInt32, _ detail: borrowing Instrumentation.Detail) {
    switch detail {
    case .words(let words): note(words, of: slot)
    default: break
    }
  }

  private mutating func note(_ words: Instrumentation.Words, of slot: UInt32) {
    records[slot].isAnnotated = true
    annotations[slot, default: Annotations()].words = words
  }

  /// Returns the chain of the promise from which `child` is derived.
  ///
  /// If that promise was not seen, adds a placeholder for it if there is room.
  private mutating func chain(above child: borrowing Instrumentation.EventRecord) -> UInt32 {
    if let slot = slots[child.other] { return records[slot].chain }
    let chain = chains.begin(root: child.other)
    // The last place is for the promise itself.
    if records.count + 1 < capacity {
      var record = Record(unseen: child.other, by: child)
      if droppedRange.mayHold(record.id) { record.origin = .dropped }
      _ = keep(&record, in: chain)
    }
    return chain
  }

  @inline(__always)
  private mutating func keep(_ record: inout Record, in chain: UInt32) -> UInt32 {
    record.chain = chain
    record.next = chains[chain].latest
    let slot = records.insert(record)
    slots[record.id] = slot
    if record.id > greatest { greatest = record.id }
    chains.add(slot, to: chain, isPending: record.state == .pending)
    return slot
  }

  /// Completes a placeholder when the creation of its promise is seen later.
  private mutating func completePlaceholder(
    _ slot: UInt32,
    _ seen: Record,
    _ detail: borrowing Instrumentation.Detail
  ) {
    let old = records[slot]
    guard old.origin != .recorded else { return }
    var record = old
    (record.origin, record.start, record.thread) = (.recorded, seen.start, seen.thread)
    (record.callers, record.site, record.operatorID) = (seen.callers, seen.site, seen.operatorID)
    if old.state == .unknown {
      record.state = .pending
      chains[record.chain].awaited += 1
    }
    records[slot] = record
    annotate(slot, detail)
    inheritLabel(slot, from: seen.parent)
    chains.review(record.chain)
    if seen.parent != 0 { attach(slot, to: seen.parent) }
  }

  /// Moves the chain of a promise into the chain of its parent, once the parent is known.
  ///
  /// Does nothing if both are in the same chain, since the parent may be derived from the promise.
  private mutating func attach(_ slot: UInt32, to parent: UInt64) {
    let chain = records[slot].chain
    guard let new = slots[parent].map({ records[$0].chain }), new != chain else { return }
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

// MARK: Later events

extension Recording {
  @inline(__always)
  private mutating func recordChange(
    _ event: borrowing Instrumentation.EventRecord,
    _ detail: borrowing Instrumentation.Detail
  ) {
    guard let slot = slot(of: event) else { return }
    switch event.event {
    case .waits: wait(slot, for: event.other)
    case .settledAgain: if records[slot].again < .max { records[slot].again += 1 }
    case .unhandled:
      records[slot].isUnhandled = true
      keep(detail.error, of: slot)
    case .labeled: keep(detail.words?.label, of: slot)
    default: end(slot, event, detail)
    }
  }

  private mutating func wait(_ slot: UInt32, for other: UInt64) {
    records[slot].lastWait = waits.append(other, after: records[slot].lastWait)
    guard records[slot].state == .unknown else { return }
    // A promise that waits is pending, whenever it was created.
    records[slot].state = .pending
    chains[records[slot].chain].awaited += 1
    chains.review(records[slot].chain)
  }

  @inline(__always)
  private mutating func end(
    _ slot: UInt32,
    _ event: borrowing Instrumentation.EventRecord,
    _ detail: borrowing Instrumentation.Detail
  ) {
    let state = Trace.State(after: event.event, detail)
    let old = records[slot].end(state, at: event.time, on: event.thread)
    if old == .pending { chains.settled(records[slot].chain) }
    if state == .rejected || state == .overdrawn || detail.discardReason != nil {
      keep(detail.error, of: slot)
    }
  }

  /// Keeps the first error of a promise.
  private mutating func keep(_ error: (any Error)?, of slot: UInt32) {
    guard let error else { return }
    records[slot].isAnnotated = true
    if annotations[slot]?.error == nil { annotations[slot, default: Annotations()].error = error }
  }

  /// Keeps the last label of a promise.
  private mutating func keep(_ label: String?, of slot: UInt32) {
    records[slot].isAnnotated = true
    annotations[slot, default: Annotations()].label = label
  }

  /// Returns the slot of a promise; adds a placeholder for an unseen one, unless it was dropped.
  @inline(__always)
  private mutating func slot(of event: borrowing Instrumentation.EventRecord) -> UInt32? {
    if let slot = slots[event.promise] { return slot }
    if droppedRange.mayHold(event.promise) { return nil }
    guard makeRoom(for: event.promise) else { return nil }
    var record = Record(unseen: event.promise, by: event)
    return keep(&record, in: chains.begin(root: event.promise))
  }
}

// MARK: Removal

extension Recording {
  /// Returns the errors of removed promises.
  ///
  /// They are user objects, so they must not be released while a lock is held.
  mutating func takeReleased() -> [any Error] {
    defer { released = [] }
    return released
  }

  /// Removes finished chains, the earliest one first, until there is room for a promise.
  ///
  /// - Returns: Whether there is room; if not, counts the promise as unrecorded.
  @inline(__always)
  private mutating func makeRoom(for id: UInt64) -> Bool {
    while records.count >= capacity {
      guard chains.oldest != none else {
        dropped.unrecorded += 1
        droppedRange.note(id)
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
      let record = records[slot]
      droppedRange.note(record.id)
      slots[record.id] = nil
      waits.remove(upTo: record.lastWait)
      if record.isAnnotated, let error = annotations.removeValue(forKey: slot)?.error {
        released.append(error)
      }
      records[slot].chain = none
      records.remove(slot)
      slot = record.next
    }
    chains.remove(chain)
  }
}
