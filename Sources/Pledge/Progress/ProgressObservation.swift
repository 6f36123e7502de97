internal import PledgeCore

extension ProgressMonitor {
  /// Runs `body` with each new report, and with the latest one if there has been any.
  ///
  ///     monitor.observe { report in note("\(report.fraction): \(report.message ?? "")") }
  ///
  /// One `body` hears reports one after another, in order. Those that come while it runs, or while it
  /// waits on its context, become one: it hears the newest. The last it hears is that everything is
  /// done, unless the monitor goes before (spec 17.3).
  ///
  /// The monitor holds `body`, which should not hold the monitor. Nothing has to keep the returned
  /// promise. Discarding it ends the observation, and so does the leaving of its last consumer.
  ///
  /// - Parameters:
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  ///   - body: Runs on the thread that reports.
  /// - Returns: A promise that is fulfilled when `body` has heard that everything is done, and is
  ///   rejected with ``DiscardedError`` if the monitor goes before.
  @discardableResult
  public func observe(
    file: StaticString = #fileID,
    line: UInt = #line,
    _ body: @escaping @Sendable (ProgressReport) -> Void
  ) -> Promise<Void> {
    observe(on: .immediate, file: file, line: line, body)
  }

  /// Same as ``observe(file:line:_:)``, with `body` running on `context`.
  ///
  /// A context that drops the work ends the observation with ``BrokenPromiseError``.
  @discardableResult
  public func observe(
    on context: some ExecutionContext,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ body: @escaping @Sendable (ProgressReport) -> Void
  ) -> Promise<Void> {
    admit(
      ProgressObservation(body, at: Site(file, line)) {
        Promise(fulfilledWith: (), at: .untold).map(on: context, $0)
      }
    )
  }

  /// Same as ``observe(file:line:_:)``, with `body` running on the main actor.
  @discardableResult
  public func observe(
    on actor: MainActor,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ body: @escaping @MainActor @Sendable (ProgressReport) -> Void
  ) -> Promise<Void> {
    let onActor: ProgressBody = { report in MainActor.assumeIsolated { body(report) } }
    return admit(
      ProgressObservation(onActor, at: Site(file, line)) { deliver in
        Promise(fulfilledWith: (), at: .untold).map(on: actor) { deliver() }
      }
    )
  }
}

/// What an observer is told.
struct ProgressNews: Sendable {
  let report: ProgressReport
  /// Counts the changes, so that what arrives late is known as old.
  let version: Int
  let isLast: Bool
}

/// What an observer does with a report.
typealias ProgressBody = @Sendable (ProgressReport) -> Void

/// Brings a delivery to where an observer is called.
typealias ProgressExecutor = @Sendable (_ deliver: @escaping @Sendable () -> Void) -> Promise<Void>

/// One observer of a monitor, and the way to it.
final class ProgressObservation: Sendable {
  /// Pending as long as there may be more to tell.
  let promise: Promise<Void>
  private let inbox: Locked<Inbox>

  init(_ body: @escaping ProgressBody, at site: Site, carrying enqueue: @escaping ProgressExecutor)
  {
    promise = Promise(pendingAt: site, by: .observe)
    inbox = Locked(Inbox(body, enqueue))
  }

  /// Sees to it that the observer hears `news`, unless they are old.
  func markHandled(_ news: ProgressNews) {
    guard let (enqueue, isNeeded) = inbox.withLock({ $0.put(news) }), isNeeded else { return }
    enqueue { self.deliver() }.catch { _ in
      self.close()
      self.promise.breakPromise()
    }
  }

  /// Lets go of the observer, which hears nothing any more.
  func close() {
    _ = inbox.withLock { $0.close() }
  }

  private func deliver() {
    while true {
      switch inbox.withLock({ $0.next() }) {
      case .tell(let body, let report): body(report)
      case .rest: return
      case .end: return promise.resolve()
      }
    }
  }
}

/// What an observer has not heard yet, apart from the threads.
private struct Inbox: Sendable {
  enum Errand {
    case tell(ProgressBody, ProgressReport)
    case rest
    /// Nothing more will come, so the observer is handed out to be released.
    case end(Observer)
  }

  /// Handed out as a pair, so that nothing is released under the lock.
  typealias Observer = (body: ProgressBody?, enqueue: ProgressExecutor?)

  private var body: ProgressBody?
  /// Kept as long as there may be more to carry: it holds the context, which may hold a delivery,
  /// which holds this.
  private var enqueue: ProgressExecutor?
  private var unread: ProgressReport?
  private var version = 0
  private var isLast = false
  /// Whether somebody is about to empty this.
  private var isServed = false

  init(_ body: @escaping ProgressBody, _ enqueue: @escaping ProgressExecutor) {
    self.body = body
    self.enqueue = enqueue
  }

  /// Replaces what is unread.
  ///
  /// - Returns: The way to the observer, unless the news are old, and whether the caller has to use
  ///   it to have this emptied.
  mutating func put(_ news: ProgressNews) -> (enqueue: ProgressExecutor, isNeeded: Bool)? {
    guard let enqueue, news.version > version else { return nil }
    version = news.version
    unread = news.report
    isLast = news.isLast
    if isLast { self.enqueue = nil }
    defer { isServed = true }
    return (enqueue, !isServed)
  }

  /// Says what is to be done next by whoever empties this.
  mutating func next() -> Errand {
    if let body, let report = unread {
      unread = nil
      return .tell(body, report)
    }
    isServed = false
    return isLast ? .end(close()) : .rest
  }

  /// Hands out the observer, to be released outside of the lock.
  mutating func close() -> Observer {
    defer { (body, enqueue) = (nil, nil) }
    return (body, enqueue)
  }
}
