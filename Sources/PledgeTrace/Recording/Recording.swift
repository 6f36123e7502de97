internal import Pledge
internal import PledgeCore

/// What has been recorded, apart from the threads: promises in their chains, up to a number of them.
struct Recording: ~Copyable {
  let capacity: Int
  private(set) var records = Slab<Record>()
  /// Of the records that have some, by their slots.
  private var labels: [UInt32: Labels] = [:]
  private(set) var chains = Chains()
  private(set) var waits: Waits
  private var slots = Slots()
  /// The greatest number of a promise so far.
  private var greatest: UInt64 = 0
  private(set) var dropped = Trace.Dropped()
  private var gone = Gone()
  private(set) var times = Times()
  private var released: [any Error] = []

  /// - Parameter capacity: How many promises are kept at most.
  init(capacity: Int) {
    self.capacity = capacity
    waits = Waits(capacity: max(64, capacity))
  }

  /// What there is now, in pieces that are copied at once: the rest is done without the lock.
  var snapshot: Snapshot {
    Snapshot(
      records: records.elements,
      labels: labels,
      chains: chains.elements,
      waits: waits.elements,
      dropped: dropped,
      times: times
    )
  }

  /// Takes note of what happened.
  ///
  /// - Returns: Whether something is to be taken by ``takeReleased()``.
  mutating func take(
    _ notice: borrowing Instrumentation.EventRecord,
    _ detail: borrowing Instrumentation.Detail
  ) -> Bool {
    times.note(notice.time)
    switch notice.event {
    case .created, .chained: make(notice, detail)
    default: change(notice, detail)
    }
    return !released.isEmpty
  }
}

// MARK: What is made

extension Recording {
  @inline(__always)
  private mutating func make(
    _ notice: borrowing Instrumentation.EventRecord,
    _ detail: borrowing Instrumentation.Detail
  ) {
    var record = Record(notice)
    // Nobody comes from himself.
    if record.parent == record.id { record.parent = 0 }
    if record.id <= greatest, let slot = slots[record.id] {
      identify(slot, record, detail)
    } else if makeRoom(for: record.id) {
      let chain = record.parent == 0 ? chains.begin(root: record.id) : chain(above: notice)
      let slot = keep(&record, in: chain)
      label(slot, detail)
    }
  }

  @inline(__always)
  private mutating func label(_ slot: UInt32, _ detail: borrowing Instrumentation.Detail) {
    switch detail {
    case .words(let words): note(words, of: slot)
    default: break
    }
  }

  private mutating func note(_ words: Instrumentation.Words, of slot: UInt32) {
    records[slot].isLabelled = true
    labels[slot, default: Labels()].words = words
  }

  /// The chain of what something is derived from.
  ///
  /// One that was not seen stands in it, as long as there is room.
  private mutating func chain(above child: borrowing Instrumentation.EventRecord) -> UInt32 {
    if let slot = slots[child.other] { return records[slot].chain }
    let chain = chains.begin(root: child.other)
    // The last place is for the promise itself.
    if records.count + 1 < capacity {
      var record = Record(unseen: child.other, by: child)
      if gone.mayHold(record.id) { record.origin = .dropped }
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

  /// Fills in what stood in for a promise that is seen after all.
  private mutating func identify(
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
    label(slot, detail)
    chains.review(record.chain)
    if seen.parent != 0 { adopt(slot, by: seen.parent) }
  }

  /// Puts a chain under another one.
  ///
  /// A promise is not put under one that is derived from it.
  private mutating func adopt(_ slot: UInt32, by parent: UInt64) {
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

// MARK: What happens to it

extension Recording {
  @inline(__always)
  private mutating func change(
    _ notice: borrowing Instrumentation.EventRecord,
    _ detail: borrowing Instrumentation.Detail
  ) {
    guard let slot = slot(of: notice) else { return }
    switch notice.event {
    case .waits: wait(slot, for: notice.other)
    case .settledAgain: if records[slot].again < .max { records[slot].again += 1 }
    case .unhandled:
      records[slot].isUnhandled = true
      keep(detail.error, of: slot)
    default: end(slot, notice, detail)
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

  @inline(__always)
  private mutating func end(
    _ slot: UInt32,
    _ notice: borrowing Instrumentation.EventRecord,
    _ detail: borrowing Instrumentation.Detail
  ) {
    let state = Trace.State(after: notice.event, detail)
    let old = records[slot].end(state, at: notice.time, on: notice.thread)
    if old == .pending { chains.settled(records[slot].chain) }
    if state == .rejected { keep(detail.error, of: slot) }
  }

  /// Keeps the first error of a promise.
  private mutating func keep(_ error: (any Error)?, of slot: UInt32) {
    guard let error else { return }
    records[slot].isLabelled = true
    if labels[slot]?.error == nil { labels[slot, default: Labels()].error = error }
  }

  /// The slot of a promise; one that was not seen gets one, unless it was let go of.
  @inline(__always)
  private mutating func slot(of notice: borrowing Instrumentation.EventRecord) -> UInt32? {
    if let slot = slots[notice.promise] { return slot }
    if gone.mayHold(notice.promise) { return nil }
    guard makeRoom(for: notice.promise) else { return nil }
    var record = Record(unseen: notice.promise, by: notice)
    return keep(&record, in: chains.begin(root: notice.promise))
  }
}

// MARK: What goes

extension Recording {
  /// Errors of what was let go of.
  ///
  /// They are users' objects: nobody may hold a lock when they go.
  mutating func takeReleased() -> [any Error] {
    defer { released = [] }
    return released
  }

  /// Lets finished chains go, the oldest first, until there is room for a promise.
  ///
  /// - Returns: Whether there is; if not, the promise is counted.
  @inline(__always)
  private mutating func makeRoom(for id: UInt64) -> Bool {
    while records.count >= capacity {
      guard chains.oldest != none else {
        dropped.unrecorded += 1
        gone.note(id)
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
      gone.note(record.id)
      slots[record.id] = nil
      waits.remove(upTo: record.lastWait)
      if record.isLabelled, let error = labels.removeValue(forKey: slot)?.error {
        released.append(error)
      }
      records[slot].chain = none
      records.remove(slot)
      slot = record.next
    }
    chains.remove(chain)
  }
}
