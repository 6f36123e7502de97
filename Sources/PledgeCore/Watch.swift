internal import CPledge

/// Telling whoever watches what happens to promises; only called while somebody wishes for it.
///
/// A node that is no promise, such as a handler with nothing derived from it, is not told of: some are
/// made under a stripe.
@usableFromInline package enum Watch {
  private static let births = Locked(Listener<Node>())
  private static let events = Locked(Listener<Notice>())
  private static let identities = Locked(Identities())

  // MARK: Listening

  /// Has `listener` told of every pending promise being made that is not derived from another one.
  ///
  /// Every call says the same.
  package static func listenToBirths(_ listener: @escaping @Sendable (Node) -> Void) {
    births.withLock { $0.tell = listener }
    Wishes.births.begin()
  }

  /// Has `listener` told of everything from now on.
  package static func listen(_ listener: @escaping @Sendable (Notice) -> Void) {
    events.withLock { $0.tell = listener }
    Wishes.events.begin()
  }

  /// Has nobody told of anything but births.
  package static func endListening() {
    Wishes.events.end()
    events.withLock { $0.tell = nil }
    // Promises are made and go from now on without anybody taking note.
    identities.withLock { $0.removeAll() }
  }

  /// The number of a promise, which it gets now if it is new here.
  package static func number(of node: Node) -> UInt64 {
    identities.withLock { $0.number(at: node.address) }
  }

  // MARK: Telling

  /// Tells of a node that is being made.
  ///
  /// Of a derived one, who derives it tells, who knows more.
  @usableFromInline @inline(never) static func wasBorn(_ node: Node, _ verb: Verb) {
    let upstream = node.upstream.loadRelaxed()
    guard node.isPromise, upstream & Upstream.pointer == 0 else { return }
    let callers = Ancestry.above(skipping: 6)
    let state = node.state.loadRelaxed()
    let wishes = Wishes.current
    if wishes.includeAny(of: .events) {
      let number = identities.withLock { $0.make(at: node.address) }
      tell(
        Notice(event: .created, promise: number, site: node.site, verb: verb, callers: callers)
      )
      if state & (State.settled | State.rejected) == State.settled { wasSettled(node) }
    }
    if wishes.includeAny(of: .births), state == 0, verb.isAskedFor {
      births.withLock { $0.tell }?(node)
    }
  }

  /// Tells of a stage that `source` is about to be consumed by.
  @usableFromInline @inline(never)
  package static func wasChained(_ stage: Node, to source: Node, on context: String? = nil) {
    guard stage.isPromise else { return }
    let callers = Ancestry.above()
    let (number, parent) = identities.withLock { identities in
      let parent = identities.number(at: source.address)
      return (identities.make(at: stage.address), parent)
    }
    tell(
      Notice(
        event: .chained(to: parent),
        promise: number,
        site: stage.site,
        verb: stage.verb,
        context: context,
        callers: callers
      )
    )
  }

  /// Tells that a promise waits for another one.
  @usableFromInline @inline(never) package static func waits(_ node: Node, for other: Node) {
    guard other.isPromise, !node.isSettled else { return }
    tell(.waits(for: number(of: other)), of: node)
  }

  /// Notes that a stage is about to be taken out of its chain; see ``wasMerged(_:number:)``.
  ///
  /// - Returns: Its number, if it has one.
  static func willMerge(_ node: Node) -> UInt64? {
    guard node.isPromise else { return nil }
    return identities.withLock { $0.merge(at: node.address) }
  }

  /// Tells that a stage was taken out of its chain.
  static func wasMerged(_ node: Node, number: UInt64) {
    tell(Notice(event: .merged, promise: number, site: node.site))
  }

  /// Tells of an outcome, unless it is that of a stage that was taken out.
  @usableFromInline @inline(never) static func wasSettled(_ node: Node) {
    guard node.isPromise else { return }
    guard let number = identities.withLock({ $0.unmergedNumber(at: node.address) }) else { return }
    let isRejected = node.state.loadAcquiring() & State.rejected != 0
    let event: Notice.Event = .settled(isRejected ? node.error : nil)
    tell(Notice(event: event, promise: number, site: node.site))
  }

  /// Tells that a pending node is in its deinit.
  static func wasLost(_ node: Node) {
    tell(.lost, of: node)
  }

  /// Tells of a report.
  static func wasUnheard(_ promise: UInt64, _ report: Unheard.Report) {
    tell(Notice(event: .unheard(report.error), promise: promise, site: report.site))
  }

  /// Tells that a producer has settled a node once more.
  @usableFromInline @inline(never) package static func wasSettledAgain(_ node: Node) {
    tell(.settledAgain, of: node)
  }

  private static func tell(_ event: Notice.Event, of node: Node) {
    guard node.isPromise else { return }
    tell(Notice(event: event, promise: number(of: node), site: node.site))
  }

  /// Unless this thread is telling already: what observers do to promises is not told.
  private static func tell(_ notice: @autoclosure () -> Notice) {
    let thread = unsafe Nesting().thread
    guard unsafe thread.pointee.tells == 0, let tell = events.withLock({ $0.tell }) else { return }
    unsafe thread.pointee.tells = 1
    tell(notice())
    unsafe thread.pointee.tells = 0
  }
}

extension Node {
  /// Tells that this promise waits for another one, if anybody wants to hear of it.
  ///
  /// Any thread, while both are held.
  @inlinable @inline(__always) package final func tellsOfWaiting(for other: Node) {
    if Wishes.current.includeAny(of: .events) { Watch.waits(self, for: other) }
  }

  /// Whether there is an outcome.
  ///
  /// Any thread.
  package final var isSettled: Bool { state.loadAcquiring() & State.settled != 0 }
}
