internal import CPledge

/// Telling whoever watches what happens to promises; only called while somebody wishes for it.
///
/// A node that is no promise, such as a handler with nothing derived from it, is not told of: some are
/// made under a stripe.
@usableFromInline package enum Instrumentation {
  private static let creations = Locked(CreationListener())
  static let observation = Locked(ObservationState())

  // MARK: Listening

  /// Has `listener` told of every pending promise being made that is not derived from another one.
  ///
  /// Every call says the same.
  package static func listenToCreations(_ listener: @escaping @Sendable (Node) -> Void) {
    creations.withLock { $0.dispatch = listener }
    InstrumentationFlags.creations.begin()
  }

  /// Has `observers` told of everything from now on, and nobody else; with nobody, promises are made and
  /// go from now on without anybody taking note.
  package static func dispatch(to observers: Observers) {
    if observers.isEmpty { InstrumentationFlags.events.end() }
    var other = observers
    observation.withLock { $0.swap(&other) }
    // Who was told before is released here, without the lock. The caller may hold one of its own: the
    // observers themselves are kept by others.
    if !observers.isEmpty { InstrumentationFlags.events.begin() }
  }

  /// Runs `body` while nobody is told anything.
  static func alone<Output>(_ body: () -> Output) -> Output { observation.withLock { _ in body() } }

  /// The number of a promise, which it gets now if it is new here.
  package static func number(of node: Node) -> UInt64 {
    observation.withLock { $0.identities.number(at: node.address) }
  }

  /// The time on the clock of notices.
  package static var now: UInt64 { pledge_now() }

  /// The system's number of the current thread.
  package static var thread: UInt64 { pledge_thread_number() }

  // MARK: Telling

  /// Tells of a node that is being made.
  ///
  /// Of a derived one, who derives it tells, who knows more.
  @usableFromInline @inline(never) static func wasCreated(_ node: Node, _ operatorID: OperatorID) {
    let upstream = node.upstream.loadRelaxed()
    guard node.isPromise, upstream & Upstream.pointer == 0 else { return }
    let state = node.state.loadRelaxed()
    let instrumentation = InstrumentationFlags.current
    if instrumentation.includeAny(of: .events) {
      let callers = Ancestry.above(skipping: 6)
      dispatch { identities in
        Subject(identities.make(at: node.address))
      } by: { new in
        EventRecord(
          .created,
          of: new.promise,
          at: node.site,
          operatorID: operatorID,
          callers: callers
        )
      }
      if state & (State.settled | State.rejected) == State.settled { wasSettled(node) }
    }
    if instrumentation.includeAny(of: .creations), state == 0, operatorID.isAskedFor {
      creations.withLock { $0 }.dispatch?(node)
    }
  }

  /// Tells of a stage that `source` is about to be consumed by.
  @usableFromInline @inline(never)
  package static func wasChained(_ stage: Node, to source: Node) {
    wasChained(stage, to: source, .none, Ancestry.above())
  }

  /// Tells of a stage whose handler runs elsewhere.
  @usableFromInline @inline(never)
  package static func wasChained(_ stage: Node, to source: Node, on context: String) {
    wasChained(stage, to: source, .words(Words(context: context)), Ancestry.above())
  }

  @inline(__always)
  private static func wasChained(
    _ stage: Node,
    to source: Node,
    _ detail: Detail,
    _ callers: Ancestry
  ) {
    guard stage.isPromise else { return }
    let operatorID = stage.operatorID
    dispatch(detail) { identities in
      let parent = identities.number(at: source.address)
      return Subject(identities.make(at: stage.address), parent)
    } by: { new in
      EventRecord(
        .chained,
        of: new.promise,
        at: stage.site,
        other: new.other,
        operatorID: operatorID,
        callers: callers
      )
    }
  }

  /// Tells that a promise waits for another one.
  @usableFromInline @inline(never) package static func waits(_ node: Node, for other: Node) {
    guard node.isPromise, other.isPromise, !node.isSettled else { return }
    dispatch { identities in
      Subject(identities.number(at: node.address), identities.number(at: other.address))
    } by: { waiting in
      EventRecord(.waits, of: waiting.promise, at: node.site, other: waiting.other)
    }
  }

  /// Notes that a stage is about to be taken out of its chain; see ``wasMerged(_:number:)``.
  ///
  /// - Returns: Its number, if it has one.
  static func willMerge(_ node: Node) -> UInt64? {
    guard node.isPromise else { return nil }
    return observation.withLock { $0.identities.merge(at: node.address) }
  }

  /// Tells that a stage was taken out of its chain.
  static func wasMerged(_ node: Node, number: UInt64) {
    dispatch { _ in
      Subject(number)
    } by: {
      EventRecord(.merged, of: $0.promise, at: node.site)
    }
  }

  /// Tells of an outcome, unless it is that of a stage that was taken out.
  @usableFromInline @inline(never) static func wasSettled(_ node: Node) {
    guard node.isPromise else { return }
    // Relaxed: the caller has settled it.
    let isRejected = node.state.loadRelaxed() & State.rejected != 0
    if isRejected { wasSettled(node, .error(node.error)) } else { wasSettled(node, .none) }
  }

  @inline(__always)
  private static func wasSettled(_ node: Node, _ detail: Detail) {
    dispatch(detail) { identities in
      identities.unmergedNumber(at: node.address).map { Subject($0) }
    } by: { settled in
      EventRecord(.settled, of: settled.promise, at: node.site)
    }
  }

  /// Tells that a pending node is in its deinit.
  static func wasBroken(_ node: Node) {
    dispatch(.broken, of: node)
  }

  /// Tells of a report.
  static func wasUnhandled(_ promise: UInt64, _ report: UnhandledRejection.Report) {
    dispatch(.error(report.error)) { _ in
      Subject(promise)
    } by: { broken in
      EventRecord(.unhandled, of: broken.promise, at: report.site)
    }
  }

  /// Tells that a producer has settled a node once more.
  @usableFromInline @inline(never) package static func wasSettledAgain(_ node: Node) {
    dispatch(.settledAgain, of: node)
  }

  private static func dispatch(_ event: EventRecord.Event, of node: Node) {
    guard node.isPromise else { return }
    dispatch { identities in
      Subject(identities.number(at: node.address))
    } by: { subject in
      EventRecord(event, of: subject.promise, at: node.site)
    }
  }
}

/// See ``Locked`` for why a struct.
private struct CreationListener {
  var dispatch: (@Sendable (Node) -> Void)?
}
