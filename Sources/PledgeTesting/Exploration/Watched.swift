internal import Pledge

/// The promises of one ordering, as far as they matter to the checks; not thread-safe.
struct Watched {
  /// How a promise was created.
  struct Origin {
    let name: String
    let place: PromiseEvent.Place
    let context: String?
    let isRoot: Bool
    var label: String?
    var isFake = false
    var waits = false
    /// Whether it was created after the checks, by code that the end of the ordering runs.
    var isLate = false
    /// The promises that settle or settled this one.
    var sources: [PromiseID] = []

    init(_ event: PromiseEvent, isRoot: Bool) {
      name = event.operator
      place = event.place
      context = event.context
      self.isRoot = isRoot
    }

    var isInternal: Bool { place.line == 0 || name == "timer" }
    var text: String { "\(name)\(label.map { " of \($0)" } ?? "") from \(place)" }
  }

  /// The stages that settled or began to wait in the current step; `nil` if these are not wanted.
  var affected: [Origin]?
  /// The promises that are not settled.
  private var origins: [PromiseID: Origin] = [:]
  /// The sources of promises that were removed from their chains.
  private var merged: [PromiseID: [PromiseID]] = [:]
  /// Those that were pending with consumers after the last run, and still are or are broken.
  private var stuck: [PromiseID: Origin] = [:]
  /// The number of timers that were started on other clocks.
  private var otherTimers = 0
  private var problems: [String] = []
  private var isClosed = false

  mutating func noteCreation(
    of promise: PromiseID,
    _ origin: Origin,
    from source: PromiseID? = nil
  ) {
    var origin = origin
    if let source {
      origin.sources = [source]
      if let label = origins[source]?.label { origin.label = label }
    }
    origin.isLate = isClosed
    origins[promise] = origin
  }

  mutating func noteStartOfTimer() { otherTimers += 1 }

  mutating func noteTimerOfWorld() { otherTimers -= 1 }

  mutating func noteFake(_ promise: PromiseID, label: String?) {
    origins[promise]?.isFake = true
    origins[promise]?.label = label
  }

  mutating func noteLabel(_ label: String, of promise: PromiseID) {
    origins[promise]?.label = label
  }

  mutating func noteWait(of promise: PromiseID, for other: PromiseID) {
    origins[promise]?.waits = true
    if let origin = origins[promise] { affected?.append(origin) }
    origins[promise]?.sources.append(other)
  }

  mutating func noteMerge(of promise: PromiseID) {
    merged[promise] = origins.removeValue(forKey: promise)?.sources
  }

  mutating func noteSettlement(of promise: PromiseID, isBroken: Bool, isHere: Bool) {
    guard let origin = origins.removeValue(forKey: promise) else { return }
    affected?.append(origin)
    if !isBroken { stuck[promise] = nil }
    if !isHere { add("\(origin.text) was settled by another thread") }
  }

  mutating func noteUnhandled(_ error: String, from place: PromiseEvent.Place, isBroken: Bool) {
    guard !isClosed else { return }
    // Those that were pending at the end of the run are reported as such.
    if isBroken, stuck.values.contains(where: { $0.place == place }) { return }
    add(
      isBroken
        ? "a promise from \(place) was released before it was settled"
        : "unhandled rejection from \(place): \(error)"
    )
  }

  mutating func noteEndOfRun() {
    let awaited = awaited
    stuck = origins.filter { id, origin in
      origin.isRoot && awaited.contains(id) && !origin.waits && !origin.isFake && !origin.isInternal
    }
  }

  /// The promises with consumers that are pending: a settled consumer has detached.
  private var awaited: Set<PromiseID> {
    var awaited: Set<PromiseID> = []
    var remaining = origins.values.flatMap(\.sources)
    while let source = remaining.popLast() {
      guard awaited.insert(source).inserted else { continue }
      // Its consumers wait for the promises above it.
      remaining += merged[source, default: []]
    }
    return awaited
  }

  /// The pending promises that no other one waits for, for example because a task does.
  var unconsumed: [String] {
    let awaited = awaited
    return origins.sorted { $0.key < $1.key }
      .filter { !awaited.contains($0.key) && !$0.value.isInternal }
      .map(\.value.text)
  }

  mutating func close() -> [String] {
    isClosed = true
    if otherTimers > 0 { add("a timer runs on a clock outside the world: pass world.clock") }
    for (_, origin) in stuck.sorted(by: { $0.key < $1.key }) {
      add("\(origin.text) stayed pending, and has consumers")
    }
    return problems
  }

  var leftovers: [String] {
    let own = origins.filter { !$0.value.isInternal && !waitsForLate($0.key) }
    return own.sorted { $0.key < $1.key }.map(\.value).map { origin in
      let context = origin.context.map { " on \"\($0)\"" } ?? ""
      return "\(origin.text)\(context) is pending after the ordering has ended: it leaks,"
        + " or waits for something outside the world"
    }
  }

  /// Whether a promise was created after the checks, or waits for one that was.
  private func waitsForLate(_ promise: PromiseID) -> Bool {
    var remaining = [promise]
    var seen: Set<PromiseID> = []
    while let next = remaining.popLast() {
      guard seen.insert(next).inserted else { continue }
      if origins[next]?.isLate == true { return true }
      remaining += origins[next]?.sources ?? merged[next, default: []]
    }
    return false
  }

  private mutating func add(_ problem: String) {
    if !problems.contains(problem) { problems.append(problem) }
  }
}
