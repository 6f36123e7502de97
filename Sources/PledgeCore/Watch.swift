internal import CPledge

/// Telling whoever watches what happens to promises; only called while somebody wishes for it.
///
/// A node that is no promise, such as a handler with nothing derived from it, is not told of: some are
/// made under a stripe.
@usableFromInline package enum Watch {
  private static let births = Locked(BirthListener())
  private static let watched = Locked(Watched())

  // MARK: Listening

  /// Has `listener` told of every pending promise being made that is not derived from another one.
  ///
  /// Every call says the same.
  package static func listenToBirths(_ listener: @escaping @Sendable (Node) -> Void) {
    births.withLock { $0.tell = listener }
    Wishes.births.begin()
  }

  /// Has `listener` told of everything from now on, and nobody else; with nobody, promises are made and
  /// go from now on without anybody taking note.
  ///
  /// - Returns: Who was told before, to be released outside of any lock.
  @discardableResult
  package static func listen(_ listener: (any NoticeListener)?) -> (any NoticeListener)? {
    if listener == nil { Wishes.events.end() }
    let last = watched.withLock { watched in
      let last = watched.listener
      watched.listener = listener
      if listener == nil { watched.identities.removeAll() }
      return last
    }
    if listener != nil { Wishes.events.begin() }
    return last
  }

  /// The number of a promise, which it gets now if it is new here.
  package static func number(of node: Node) -> UInt64 {
    watched.withLock { $0.identities.number(at: node.address) }
  }

  // MARK: Telling

  /// Tells of a node that is being made.
  ///
  /// Of a derived one, who derives it tells, who knows more.
  @usableFromInline @inline(never) static func wasBorn(_ node: Node, _ verb: Verb) {
    let upstream = node.upstream.loadRelaxed()
    guard node.isPromise, upstream & Upstream.pointer == 0 else { return }
    let state = node.state.loadRelaxed()
    let wishes = Wishes.current
    if wishes.includeAny(of: .events) {
      let callers = Ancestry.above(skipping: 6)
      let (number, listener) = watched.withLock { watched in
        (watched.identities.make(at: node.address), watched.listener)
      }
      var notice = Notice(.created, of: number, at: node.site)
      notice.name = verb.name
      notice.callers = callers
      tell(listener, notice)
      if state & (State.settled | State.rejected) == State.settled { wasSettled(node) }
    }
    if wishes.includeAny(of: .births), state == 0, verb.isAskedFor {
      births.withLock { $0 }.tell?(node)
    }
  }

  /// Tells of a stage that `source` is about to be consumed by.
  @usableFromInline @inline(never)
  package static func wasChained(_ stage: Node, to source: Node, on context: String? = nil) {
    guard stage.isPromise else { return }
    let callers = Ancestry.above()
    let (number, parent, listener) = watched.withLock { watched in
      let parent = watched.identities.number(at: source.address)
      return (watched.identities.make(at: stage.address), parent, watched.listener)
    }
    var notice = Notice(.chained(to: parent), of: number, at: stage.site)
    notice.name = stage.verb.name
    notice.context = context
    notice.callers = callers
    tell(listener, notice)
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
    return watched.withLock { $0.identities.merge(at: node.address) }
  }

  /// Tells that a stage was taken out of its chain.
  static func wasMerged(_ node: Node, number: UInt64) {
    tell(.merged, number, node.site)
  }

  /// Tells of an outcome, unless it is that of a stage that was taken out.
  @usableFromInline @inline(never) static func wasSettled(_ node: Node) {
    guard node.isPromise else { return }
    let (number, listener) = watched.withLock { watched in
      (watched.identities.unmergedNumber(at: node.address), watched.listener)
    }
    guard let number else { return }
    // Relaxed: the caller has settled it.
    let isRejected = node.state.loadRelaxed() & State.rejected != 0
    let event: Notice.Event = .settled(isRejected ? node.error : nil)
    tell(listener, Notice(event, of: number, at: node.site))
  }

  /// Tells that a pending node is in its deinit.
  static func wasLost(_ node: Node) {
    tell(.lost, of: node)
  }

  /// Tells of a report.
  static func wasUnheard(_ promise: UInt64, _ report: Unheard.Report) {
    tell(.unheard(report.error), promise, report.site)
  }

  /// Tells that a producer has settled a node once more.
  @usableFromInline @inline(never) package static func wasSettledAgain(_ node: Node) {
    tell(.settledAgain, of: node)
  }

  private static func tell(_ event: Notice.Event, of node: Node) {
    if node.isPromise { tell(event, number(of: node), node.site) }
  }

  private static func tell(_ event: Notice.Event, _ promise: UInt64, _ site: Site) {
    let listener = watched.withLock { $0.listener }
    tell(listener, Notice(event, of: promise, at: site))
  }

  /// Unless this thread is telling already: what observers do to promises is not told.
  @inline(__always)
  private static func tell(_ listener: (any NoticeListener)?, _ notice: consuming Notice) {
    let thread = unsafe Nesting().thread
    guard let listener, unsafe thread.pointee.tells == 0 else { return }
    unsafe thread.pointee.tells = 1
    listener.hear(notice)
    unsafe thread.pointee.tells = 0
  }
}

/// Who is told of everything.
package protocol NoticeListener: AnyObject, Sendable {
  /// Takes note of a notice; on the thread on which it happened.
  func hear(_ notice: consuming Watch.Notice)
}

/// Who is told, and of which promises.
private struct Watched {
  let identities = Identities()
  var listener: (any NoticeListener)?
}

/// See ``Locked`` for why a struct.
private struct BirthListener {
  var tell: (@Sendable (Node) -> Void)?
}

extension Node {
  /// Tells that this promise waits for another one, if anybody wants to hear of it.
  ///
  /// Any thread, while both are held.
  @inlinable @inline(__always) package final func tellsOfWaiting(for other: Node) {
    if Wishes.current.includeAny(of: .events) { Watch.waits(self, for: other) }
  }

  /// Tells that this promise has an outcome, if anybody wants to hear of it.
  ///
  /// Who has settled it, before it delivers.
  @inlinable @inline(__always) final func tellsOfOutcome() {
    if Wishes.current.includeAny(of: .events) { Watch.wasSettled(self) }
  }

  /// The number of this promise, if anybody wants to hear of it; zero otherwise.
  final var numberIfWatched: UInt64 {
    Wishes.current.includeAny(of: .events) ? Watch.number(of: self) : 0
  }

  /// Whether there is an outcome.
  ///
  /// Any thread.
  package final var isSettled: Bool { state.loadAcquiring() & State.settled != 0 }
}
