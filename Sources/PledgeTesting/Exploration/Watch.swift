internal import CPledgeTesting
internal import Pledge
internal import PledgeSupport

/// An observer of the promises that the exploring threads create.
final class Watch: PromiseObserver {
  private static let watches = Locked<[UInt64: Watch]>([:])

  /// The watch of the exploration on the current thread.
  static var current: Watch? { watches.withLock { $0[System.currentThread] } }

  private let thread = System.currentThread
  let state = Locked(Watched())

  /// Whether the current thread is one that explores.
  var isHere: Bool { isHere(System.currentThread) }

  /// Whether a thread takes turns with the one that explores, or is that.
  func isHere(_ other: UInt64) -> Bool {
    other == thread || Watch.watches.withLock { $0[other] === self }
  }

  /// Makes the current thread one of the exploration, or of none.
  func enter() { Watch.watches.withLock { $0[System.currentThread] = self } }
  func leave() { Watch.watches.withLock { $0[System.currentThread] = nil } }

  /// Watches what `body` creates, and what it hands to clocks and contexts.
  func watch<Output>(_ body: () throws -> Output) rethrows -> Output {
    HandedWork.listen { handed in Watch.current?.state.withLock { $0.note(handed) } }
    let previous = Watch.watches.withLock { $0.updateValue(self, forKey: thread) }
    defer { Watch.watches.withLock { $0[thread] = previous } }
    let installation = Diagnostics.install(self)
    defer { installation.remove() }
    return try body()
  }

  func observe(_ event: PromiseEvent) {
    let isHere = isHere(event.thread)
    if isHere { pledge_points_note_change() }
    switch event.kind {
    case .created:
      guard isHere else { return }
      _ = state.withLock { $0.noteCreation(of: event.promise, Watched.Origin(event, isRoot: true)) }
    case .chained(to: let source):
      guard isHere else { return }
      let isOutside = state.withLock {
        $0.noteCreation(of: event.promise, Watched.Origin(event, isRoot: false), from: source)
      }
      if isOutside { HandedWork.reportJobs() }
    case .waits(for: let other):
      if isHere { state.withLock { $0.noteWait(of: event.promise, for: other) } }
    case .merged:
      state.withLock { $0.noteMerge(of: event.promise) }
    case .settled(let outcome):
      state.withLock { $0.noteSettlement(of: event.promise, outcome, isHere: isHere) }
    case .unhandled(let error):
      guard isHere else { return }
      // The text is the error's own code, so it is built outside the lock.
      let text = error.shortDescription
      state.withLock {
        $0.noteUnhandled(text, from: event.place, isBroken: error is BrokenPromiseError)
      }
    case .labeled(let label):
      if isHere { state.withLock { $0.noteLabel(label, of: event.promise) } }
    case .settledAgain:
      return
    }
  }

  /// Notes a promise that the world settles, and a name for it and for all derived from it.
  func noteFake<Value>(_ promise: Future<Value>, label: String?) {
    guard let id = Diagnostics.id(of: promise) else { return }
    state.withLock { $0.noteFake(id, label: label) }
  }

  /// Notes a promise that keeps itself pending.
  func noteNever<Value>(_ promise: Future<Value>) {
    guard isHere, let id = Diagnostics.id(of: promise) else { return }
    let substitute = "world.pending(\(Value.self).self, .never)"
    state.withLock { $0.noteNever(id, substitute: substitute) }
  }

  /// Notes that a context of the world has received what was handed over last.
  func noteReception() {
    if HandedWork.reportsJobs, isHere { state.withLock { $0.noteReception() } }
  }

  /// Notes that the timer started last is one of the world's clock.
  func noteTimerOfWorld() { if isHere { state.withLock { $0.otherTimers -= 1 } } }
}
