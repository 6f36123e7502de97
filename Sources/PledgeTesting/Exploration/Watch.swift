internal import Pledge
internal import PledgeSupport

/// An observer of the promises that the exploring thread creates.
final class Watch: PromiseObserver {
  private let thread = System.currentThread
  private let state = Locked(Watched())

  /// Whether the current thread is the one that explores.
  var isHere: Bool { System.currentThread == thread }

  func observe(_ event: PromiseEvent) {
    let isHere = event.thread == thread
    switch event.kind {
    case .created:
      guard isHere else { return }
      let origin = Watched.Origin(event, isRoot: true)
      state.withLock { $0.noteCreation(of: event.promise, origin) }
    case .chained(to: let source):
      guard isHere else { return }
      let origin = Watched.Origin(event, isRoot: false)
      state.withLock { $0.noteCreation(of: event.promise, origin, from: source) }
    case .waits(for: let other):
      if isHere { state.withLock { $0.noteWait(of: event.promise, for: other) } }
    case .merged:
      state.withLock { $0.noteMerge(of: event.promise) }
    case .settled(.broken):
      state.withLock { $0.noteSettlement(of: event.promise, isBroken: true, isHere: isHere) }
    case .settled:
      state.withLock { $0.noteSettlement(of: event.promise, isBroken: false, isHere: isHere) }
    case .unhandled(let error):
      guard isHere else { return }
      // The text is the error's own code, so it is built outside the lock.
      let text = Diagnostics.printable(Diagnostics.compactDescription(of: error)[...])
      state.withLock {
        $0.noteUnhandled(text, from: event.place, isBroken: error is BrokenPromiseError)
      }
    case .labeled(let label):
      if isHere { state.withLock { $0.noteLabel(label, of: event.promise) } }
    case .settledAgain:
      return
    }
  }

  /// Notes a promise that the world settles.
  ///
  /// - Parameters:
  ///   - promise: The promise.
  ///   - label: The name of the promise and of those derived from it.
  func noteFake<Value>(_ promise: Future<Value>, label: String?) {
    guard let id = Diagnostics.id(of: promise) else { return }
    state.withLock { $0.noteFake(id, label: label) }
  }

  /// Notes that a timer was started, on any clock.
  func noteStartOfTimer() { if isHere { state.withLock { $0.noteStartOfTimer() } } }

  /// Notes that the timer started last is one of the world's clock.
  func noteTimerOfWorld() { if isHere { state.withLock { $0.noteTimerOfWorld() } } }

  /// Begins an ordering.
  func begin() { state.withLock { $0 = Watched() } }

  /// Begins a step whose effect is wanted as text.
  func beginStep() { state.withLock { $0.affected = [] } }

  /// Ends the step.
  ///
  /// - Returns: The stages that it affected, in order.
  func endStep() -> [Watched.Origin] {
    state.withLock { $0.affected ?? [] }.filter { !$0.isInternal }
  }

  /// Notes which promises are pending with consumers after the last run so far.
  func noteEndOfRun() { state.withLock { $0.noteEndOfRun() } }

  /// The pending promises that no other one waits for.
  var unconsumed: [String] { state.withLock { $0.unconsumed } }

  /// Returns the problems, and stops collecting unhandled rejections.
  func close() -> [String] { state.withLock { $0.close() } }

  /// The problems with promises that exist after the world is gone.
  var leftovers: [String] { state.withLock { $0.leftovers } }
}

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
    origins.sorted { $0.key < $1.key }.filter { !$0.value.isInternal }.map(\.value).map { origin in
      let context = origin.context.map { " on \"\($0)\"" } ?? ""
      return "\(origin.text)\(context) is pending after the ordering has ended: it leaks,"
        + " or waits for something outside the world"
    }
  }

  private mutating func add(_ problem: String) {
    if !problems.contains(problem) { problems.append(problem) }
  }
}
