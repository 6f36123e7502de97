internal import Pledge

/// The promises of one ordering, as far as they matter to the checks; not thread-safe.
struct Watched {
  /// How a promise was created.
  struct Origin {
    var name: String
    let place: PromiseEvent.Place
    let context: String?
    let isRoot: Bool
    var label: String?
    var isFake = false
    var waits = false
    /// Whether it was created after the checks, by code that the end of the ordering runs.
    var isLate = false
    /// The call to use in place of a promise that keeps itself pending.
    var substitute: String?
    /// The promises that settle or settled this one.
    var sources: [PromiseID] = []

    init(_ event: PromiseEvent, isRoot: Bool) {
      name = event.operator
      place = event.place
      context = event.context
      self.isRoot = isRoot
    }

    mutating func becomeFake(label: String?) { (isFake, self.label) = (true, label) }

    mutating func wait(for other: PromiseID) {
      waits = true
      sources.append(other)
    }

    var isInternal: Bool { place.line == 0 || name == "timer" }
    var text: String { "\(name)\(label.map { " of \($0)" } ?? "") from \(place)" }
  }

  /// The stages that settled or began to wait in the current step; `nil` if these are not wanted.
  var affected: [Origin]?
  /// The promises that are not settled.
  private var origins: [PromiseID: Origin]
  /// The sources of promises that were removed from their chains.
  private var merged: [PromiseID: [PromiseID]] = [:]
  /// Those that were pending with consumers after the last run, and still are or are broken.
  private var stuck: [PromiseID: Origin] = [:]
  /// The work that contexts outside the world have received, and did not run here: the stages, and
  /// the problems.
  private var misplaced: [(stage: PromiseID?, problem: String)] = []
  /// Whether the last one may be of a context that forwards to one of the world.
  private var mayForward = false
  /// The names of the world's contexts.
  private var contexts: Set<String> = []
  private var lastContext = ""
  /// The number of timers that were started on other clocks.
  var otherTimers = 0
  /// Whether there were promises, whose operations are never interrupted.
  private(set) var hasPromises = false
  private var problems: [String] = []
  private var isClosed = false

  /// Creates the record of an ordering, with room for the promises of another one.
  init(like last: Watched? = nil) {
    origins = Dictionary(minimumCapacity: last?.origins.capacity ?? 0)
  }

  /// Notes a new promise; returns whether its handler runs on a context outside the world.
  mutating func noteCreation(
    of promise: PromiseID,
    _ origin: consuming Origin,
    from source: PromiseID? = nil
  ) -> Bool {
    if let source {
      origin.sources = [source]
      if let label = origins[source]?.label { origin.label = label }
    }
    origin.isLate = isClosed
    hasPromises = true
    mayForward = false
    let isOutside = origin.context.map { $0 != lastContext && !contexts.contains($0) } ?? false
    origins[promise] = origin
    return isOutside
  }

  /// Notes what a clock or a context receives, even if that never runs.
  mutating func note(_ handed: HandedWork) {
    switch handed {
    case .timer: otherTimers += 1
    case .job(let stage): noteMisplaced(stage, origins[stage].flatMap { misplacement(of: $0) })
    case .work(let context) where contexts.contains(context): return
    case .work(let context):
      noteMisplaced(nil, "work runs on \"\(context)\", outside the world: pass world.context(…)")
    }
  }

  private mutating func noteMisplaced(_ stage: PromiseID?, _ problem: String?) {
    guard let problem, !isClosed else { return }
    misplaced.append((stage, problem))
    mayForward = true
  }

  /// Notes that a context of the world has received a job.
  mutating func noteReception() {
    if mayForward { misplaced.removeLast() }
    mayForward = false
  }

  private mutating func noteRun(of stage: PromiseID) {
    if !misplaced.isEmpty, !isClosed { misplaced.removeAll { $0.stage == stage } }
  }

  private func isMisplaced(_ stage: PromiseID) -> Bool { misplaced.contains { $0.stage == stage } }

  mutating func noteFake(_ promise: PromiseID, label: String?) {
    origins[promise]?.becomeFake(label: label)
  }

  mutating func noteNever(_ promise: PromiseID, substitute: String) {
    origins[promise]?.name = "Promise.never()"
    origins[promise]?.substitute = substitute
  }

  mutating func noteContext(_ name: String) {
    contexts.insert(name)
    (lastContext, mayForward) = (name, false)
  }

  mutating func noteLabel(_ label: String, of promise: PromiseID) {
    origins[promise]?.label = label
  }

  mutating func noteWait(of promise: PromiseID, for other: PromiseID) {
    noteRun(of: promise)
    origins[promise]?.wait(for: other)
    if affected != nil, let origin = origins[promise] { affected?.append(origin) }
  }

  mutating func noteMerge(of promise: PromiseID) {
    merged[promise] = origins.removeValue(forKey: promise)?.sources
  }

  mutating func noteSettlement(
    of promise: PromiseID,
    _ outcome: PromiseEvent.Outcome,
    isHere: Bool
  ) {
    guard let origin = origins.removeValue(forKey: promise) else { return }
    affected?.append(origin)
    if case .broken = outcome {} else { stuck[promise] = nil }
    if isHere {
      // A context that runs its jobs on this thread controls their order.
      if case .discarded = outcome {} else { noteRun(of: promise) }
      return
    }
    if isMisplaced(promise) { return }
    let misplacement = misplacement(of: origin)
    // Tasks that are left may settle promises after the checks, but a queue is only late.
    if isClosed, misplacement == nil || origin.isLate { return }
    add(misplacement ?? "\(origin.text) was settled by another thread")
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
    for (_, problem) in misplaced { add(problem) }
    for (_, origin) in stuck.sorted(by: { $0.key < $1.key }) {
      let remedy = origin.substitute.map { ": use \($0) in its place" } ?? ""
      add("\(origin.text) stayed pending, and has consumers\(remedy)")
    }
    defer { problems = [] }
    return problems
  }

  /// The problems since the checks: promises that exist after the world is gone, except where
  /// another one is the cause, and stages that another queue has settled.
  var leftovers: [String] {
    problems
      + origins.sorted { $0.key < $1.key }
      .filter { !$0.value.isInternal && !$0.value.isLate && !waitsForCause($0.value) }
      .compactMap { leftover($0.key, $0.value) }
  }

  private func leftover(_ promise: PromiseID, _ origin: Origin) -> String? {
    if let substitute = origin.substitute {
      // One with consumers has been reported.
      let isReported = stuck[promise] != nil
      return isReported ? nil : "\(origin.text) stays in memory: use \(substitute) in its place"
    }
    if isMisplaced(promise) { return nil }
    if hasLeft(origin), let problem = misplacement(of: origin) { return problem }
    let context = origin.context.map { " on \"\($0)\"" } ?? ""
    return "\(origin.text)\(context) is pending after the ordering has ended: it leaks,"
      + " or waits for something outside the world"
  }

  /// The problem of a stage on a context outside the world; `nil` if it has none.
  private func misplacement(of origin: Origin) -> String? {
    guard let context = origin.context, !contexts.contains(context) else { return nil }
    return "\(origin.text) runs on \"\(context)\", outside the world: pass world.context(…)"
  }

  /// Whether a stage waits for its context alone.
  private func hasLeft(_ origin: Origin) -> Bool {
    origin.sources.allSatisfy { origins[$0] == nil && merged[$0] == nil }
  }

  /// Whether a promise waits for one that is reported in its place, or was created too late.
  private func waitsForCause(_ origin: Origin) -> Bool {
    var remaining = origin.sources
    var seen: Set<PromiseID> = []
    while let next = remaining.popLast() {
      guard seen.insert(next).inserted else { continue }
      guard let source = origins[next] else {
        remaining += merged[next, default: []]
        continue
      }
      if source.isLate || source.substitute != nil { return true }
      if hasLeft(source), misplacement(of: source) != nil { return true }
      remaining += source.sources
    }
    return false
  }

  private mutating func add(_ problem: String) {
    if !problems.contains(problem) { problems.append(problem) }
  }
}
