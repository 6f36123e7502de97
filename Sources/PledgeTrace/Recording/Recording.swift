internal import Pledge

/// What has been recorded, apart from the threads: promises in their chains, up to a number of them.
struct Recording {
  let capacity: Int
  private(set) var records = Slab<Record>()
  /// Of each record, by its slot.
  private var labels: [Labels] = []
  private(set) var chains = Chains()
  private(set) var waits: Waits
  private var slots = SlotTable()
  private(set) var dropped = Trace.Dropped()
  /// The numbers from the lowest to the highest one that was let go of or not recorded.
  private var gone: ClosedRange<UInt64>?
  private(set) var firstTime: UInt64?
  private(set) var lastTime: UInt64 = 0
  private var released: [any Error] = []

  /// - Parameter capacity: How many promises are kept at most.
  init(capacity: Int) {
    self.capacity = capacity
    waits = Waits(capacity: max(64, capacity))
  }

  /// Every promise, with what else is known of it.
  var living: [(record: Record, labels: Labels)] {
    zip(records.elements, labels).filter { $0.0.chain != none }.map { ($0, $1) }
  }

  @inline(__always)
  private mutating func note(time: UInt64) {
    if firstTime == nil { firstTime = time }
    if time > lastTime { lastTime = time }
  }
}

// MARK: What is made

extension Recording {
  /// Takes note of an event.
  mutating func add(_ event: PromiseEvent) {
    var found = (made: Record?.none, change: Change?.none, error: (any Error)?.none)
    event.sorted(
      made: { found.made = $0 },
      changed: {
        found.change = $0
        found.error = $1
      }
    )
    if var record = found.made {
      var labels = Labels(event)
      _ = make(&record, &labels)
    }
    if let change = found.change { _ = self.change(change, error: found.error) }
  }

  /// Takes note of a promise that was made.
  ///
  /// What it is given is moved rather than copied, which is most of the work.
  ///
  /// - Returns: Whether something is to be taken by ``takeReleased()``.
  mutating func make(_ record: inout Record, _ names: inout Labels) -> Bool {
    note(time: record.start)
    // Nobody comes from himself.
    if record.parent == record.id { record.parent = 0 }
    if let slot = slots.slot(of: record.id) {
      identify(slot, record, names)
    } else if makeRoom(for: record.id) {
      let chain = record.parent == 0 ? chains.begin(root: record.id) : chain(above: record)
      let slot = keep(&record, in: chain)
      swap(&labels[slot], &names)
    }
    return !released.isEmpty
  }

  /// The chain of a parent.
  ///
  /// One that was not seen stands in it, as long as there is room.
  private mutating func chain(above child: Record) -> UInt32 {
    if let slot = slots.slot(of: child.parent) { return records[slot].chain }
    let chain = chains.begin(root: child.parent)
    // The last place is for the promise itself.
    if records.count + 1 < capacity {
      var record = Record(
        unseen: child.parent,
        child.place,
        start: child.start,
        thread: child.thread
      )
      if let gone, gone.contains(record.id) { record.origin = .dropped }
      _ = keep(&record, in: chain)
    }
    return chain
  }

  @inline(__always)
  private mutating func keep(_ record: inout Record, in chain: UInt32) -> Int {
    record.chain = chain
    record.next = chains[chain].latest
    let slot = records.insert(record)
    if slot == labels.count { labels.append(Labels()) }
    slots.insert(record.id, slot: slot)
    chains.add(slot, to: chain, isPending: record.state == .pending)
    return Int(slot)
  }

  /// Fills in what stood in for a promise that is seen after all.
  private mutating func identify(_ slot: UInt32, _ seen: Record, _ names: Labels) {
    let old = records[slot]
    guard old.origin != .recorded else { return }
    var record = old
    (record.origin, record.start, record.thread) = (.recorded, seen.start, seen.thread)
    (record.callers, record.place) = (seen.callers, seen.place)
    if old.state == .unknown {
      record.state = .pending
      chains[record.chain].awaited += 1
    }
    records[slot] = record
    labels[Int(slot)].operator = names.operator
    labels[Int(slot)].context = names.context
    chains.review(record.chain)
    if seen.parent != 0 { adopt(slot, by: seen.parent) }
  }

  /// Puts a chain under another one.
  ///
  /// A promise is not put under one that is derived from it.
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
  /// Takes note of what happened to a promise.
  ///
  /// - Parameters:
  ///   - change: What happened.
  ///   - error: The error it comes with.
  /// - Returns: Whether something is to be taken by ``takeReleased()``.
  mutating func change(_ change: Change, error: (any Error)? = nil) -> Bool {
    note(time: change.time)
    guard let slot = slot(of: change) else { return !released.isEmpty }
    if let error, labels[Int(slot)].error == nil { labels[Int(slot)].error = error }
    switch change.kind {
    case .waits(for: let other): wait(slot, for: other)
    case .ends(let state): end(slot, state, change)
    case .isUnheard: records[slot].isUnheard = true
    case .isSettledAgain: records[slot].again += 1
    }
    return !released.isEmpty
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
  private mutating func end(_ slot: UInt32, _ state: Trace.State, _ change: Change) {
    let old = records[slot].end(state, at: change.time, on: change.thread)
    if old == .pending { chains.settled(records[slot].chain) }
  }

  /// The slot of a promise; one that was not seen gets one, unless it was let go of.
  @inline(__always)
  private mutating func slot(of change: Change) -> UInt32? {
    if let slot = slots.slot(of: change.promise) { return slot }
    if let gone, gone.contains(change.promise) { return nil }
    guard makeRoom(for: change.promise) else { return nil }
    var record = Record(
      unseen: change.promise,
      change.place,
      start: change.time,
      thread: change.thread
    )
    return UInt32(keep(&record, in: chains.begin(root: change.promise)))
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
      if let error = labels[Int(slot)].error { released.append(error) }
      labels[Int(slot)] = Labels()
      records[slot].chain = none
      records.remove(slot)
      slot = records[slot].next
    }
    chains.remove(chain)
  }

  private mutating func note(gone id: UInt64) {
    guard let known = gone else {
      gone = id...id
      return
    }
    if !known.contains(id) { gone = min(known.lowerBound, id)...max(known.upperBound, id) }
  }
}
