internal import CPledge
internal import PledgeSupport

/// Dispatch of events to observers; call sites check ``InstrumentationFlags`` first.
///
/// Nodes that are not promises, such as handlers without a derived promise, are not reported: some
/// are created while a stripe is locked.
@usableFromInline package enum Instrumentation {
  private static let creations = Locked(CreationListener())
  static let observation = Locked(ObservationState())

  // MARK: Observers

  /// Calls `listener` for every pending promise that is created without being derived from another.
  ///
  /// Promises of internal operators are omitted. All calls pass equivalent listeners.
  package static func listenToCreations(_ listener: @escaping @Sendable (Node) -> Void) {
    creations.withLock { $0.listener = listener }
    InstrumentationFlags.creations.begin()
  }

  /// Makes `observers` the only recipients of events; without any, promises are no longer tracked.
  package static func dispatch(to observers: Observers) {
    if !observers.track { InstrumentationFlags.events.end() }
    var other = observers
    observation.withLock { $0.swap(&other) }
    // The previous recipients are released here, outside the lock. The caller may hold a lock of
    // its own, but other references keep the observer objects alive.
    let (workers, callers) = (observers.needAllEvents, observers.receiveEvents)
    workers ? InstrumentationFlags.workers.begin() : InstrumentationFlags.workers.end()
    callers ? InstrumentationFlags.callers.begin() : InstrumentationFlags.callers.end()
    if observers.track { InstrumentationFlags.events.begin() }
  }

  /// Runs `body` under the instrumentation lock, so that it does not overlap with any dispatch.
  static func withEventsLocked<Output>(_ body: () -> Output) -> Output {
    observation.withLock { _ in body() }
  }

  /// Returns the number of a promise, and assigns one if it has none.
  package static func number(of node: Node) -> UInt64 {
    observation.withLock { $0.identities.number(at: node.address) }
  }

  /// The current time on the clock of events.
  package static var now: UInt64 { pledge_now() }

  /// The system's identifier of the current thread.
  package static var thread: UInt64 { pledge_thread_number() }

  // MARK: Events

  /// Reports the creation of a promise.
  ///
  /// Operators report derived promises themselves, because they know the source and the context.
  @usableFromInline @inline(never) static func wasCreated(_ node: Node, _ operatorID: OperatorID) {
    let upstream = node.upstream.loadRelaxed()
    let state = node.state.loadRelaxed()
    // Checked first: an internal timer does not count as a promise.
    if state == .pending, operatorID == .timer || operatorID == .alarm { wasHanded(.timer) }
    guard node.isPromise, !upstream.hasSource else { return }
    let instrumentation = InstrumentationFlags.current
    if instrumentation.includeAny(of: .events) {
      let callers = Ancestry.above(skipping: 7)
      dispatch { identities in
        EventSubject(identities.make(at: node.address))
      } record: { new in
        EventRecord(
          .created,
          of: new.promise,
          at: node.site,
          address: node.address,
          operatorID: operatorID,
          callers: callers
        )
      }
      if state.hasValue { wasSettled(node) }
    }
    if instrumentation.includeAny(of: .creations), state == .pending, !operatorID.isUncounted {
      creations.withLock { $0 }.listener?(node)
    }
  }

  /// Reports a stage that is about to become a consumer of `source`.
  @usableFromInline @inline(never)
  package static func wasChained(_ stage: Node, to source: Node) {
    wasChained(stage, to: source, .none, Ancestry.above())
  }

  /// Reports a stage whose handler runs on a context.
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
      let child = identities.makeStage(at: stage.address, from: source.address)
      return EventSubject(child, parent)
    } record: { new in
      EventRecord(
        .chained,
        of: new.promise,
        at: stage.site,
        other: new.other,
        pendingOther: source.siteIfPending,
        address: stage.address,
        operatorID: operatorID,
        callers: callers
      )
    }
  }

  /// Reports that a promise waits for another one.
  @usableFromInline @inline(never) package static func waits(_ node: Node, for other: Node) {
    guard node.isPromise, other.isPromise, !node.hasOutcome else { return }
    dispatch { identities in
      let subject = EventSubject(
        identities.number(at: node.address),
        identities.number(at: other.address)
      )
      // Again, under the lock: nothing is reported of a promise after its settlement.
      return node.hasOutcome ? nil : subject
    } record: { waiting in
      EventRecord(
        .waits,
        of: waiting.promise,
        at: node.site,
        other: waiting.other,
        pendingOther: other.siteIfPending,
        address: node.address
      )
    }
  }

  /// Marks a stage that is about to be spliced out of its chain; see ``wasMerged(_:number:)``.
  ///
  /// - Returns: Its number; `nil` if the node is not a promise.
  static func willMerge(_ node: Node) -> UInt64? {
    guard node.isPromise else { return nil }
    return observation.withLock { $0.identities.merge(at: node.address) }
  }

  /// Reports that a stage was spliced out of its chain.
  static func wasMerged(_ node: Node, number: UInt64) {
    dispatch { _ in
      EventSubject(number)
    } record: {
      EventRecord(.merged, of: $0.promise, at: node.site)
    }
  }

  /// Reports the outcome of a promise, unless it is a stage that was spliced out.
  @usableFromInline @inline(never) static func wasSettled(_ node: Node) {
    guard node.isPromise else { return }
    // Relaxed: the caller has settled the node.
    let isRejected = node.state.loadRelaxed().isRejected
    if isRejected { wasSettled(node, .error(node.knownError)) } else { wasSettled(node, .none) }
  }

  @inline(__always)
  private static func wasSettled(_ node: Node, _ detail: Detail) {
    dispatch(detail) { identities in
      identities.unmergedNumber(at: node.address).map { EventSubject($0) }
    } record: { settled in
      EventRecord(.settled, of: settled.promise, at: node.site)
    }
  }

  /// Reports a promise whose last consumer detaches during its deinit.
  static func wasDiscarded(_ node: Node) {
    guard node.isPromise else { return }
    wasSettled(node, .error(DiscardedError.boxed(.lastConsumer, for: node)))
  }

  /// Reports a promise that is pending in its deinit.
  static func wasBroken(_ node: Node) {
    dispatch(.broken, of: node)
  }

  /// Reports an unhandled rejection or a broken promise.
  static func wasUnhandled(_ promise: UInt64, _ report: UnhandledRejection.Report) {
    dispatch(.error(report.error)) { _ in
      EventSubject(promise)
    } record: { unhandled in
      EventRecord(.unhandled, of: unhandled.promise, at: report.site)
    }
  }

  /// Reports an attempt to settle a promise that is already settled.
  @usableFromInline @inline(never) package static func wasSettledAgain(_ node: Node) {
    dispatch(.settledAgain, of: node)
  }

  /// Returns the label of an observed promise that exists; `nil` if it has none.
  package static func label(of number: UInt64, at address: UInt) -> String? {
    observation.withLock {
      $0.identities.holds(number, at: address) ? $0.identities.label(at: address) : nil
    }
  }

  private static func dispatch(_ event: EventRecord.Event, of node: Node) {
    guard node.isPromise else { return }
    dispatch { identities in
      EventSubject(identities.number(at: node.address))
    } record: { subject in
      EventRecord(event, of: subject.promise, at: node.site)
    }
  }
}

extension Node {
  /// The site, if this promise is pending.
  ///
  /// Read during a dispatch: a promise that is pending then is reported as settled later.
  final var siteIfPending: Site { isPromise && !hasOutcome ? site : .unknown }
}

/// A struct rather than a bare closure; see ``Locked``.
private struct CreationListener {
  var listener: (@Sendable (Node) -> Void)?
}
