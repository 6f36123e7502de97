internal import PledgeCore

extension ProgressMonitor {
  /// Runs `body` with each new report, and with the latest one if there has been any.
  ///
  ///     progress.observe { report in log("\(report.fraction): \(report.message ?? "")") }
  ///
  /// One `body` hears reports one after another, in order. Those that come while it runs, or while it
  /// waits on its context, become one: it hears the newest. The last it hears is that everything is
  /// done, unless the monitor goes before (spec 17.3).
  ///
  /// The monitor holds `body`, which should not hold the monitor. Nothing has to keep the returned
  /// promise. Discarding it ends the observation, and so does the leaving of its last consumer.
  ///
  /// - Parameter body: Runs on the thread that reports.
  /// - Returns: A promise that is fulfilled when `body` has heard that everything is done, and is
  ///   rejected with ``Discarded`` if the monitor goes before.
  @discardableResult
  public func observe(_ body: @escaping @Sendable (ProgressReport) -> Void) -> Promise<Void> {
    observe(on: .immediate, body)
  }

  /// Same as ``observe(_:)``, with `body` running on `context`.
  ///
  /// A context that drops the work ends the observation with ``Abandoned``.
  @discardableResult
  public func observe(
    on context: some ExecutionContext,
    _ body: @escaping @Sendable (ProgressReport) -> Void
  ) -> Promise<Void> {
    admit(ProgressObservation(body) { Promise(value: ()).map(on: context, $0) })
  }

  /// Same as ``observe(_:)``, with `body` running on the main actor.
  @discardableResult
  public func observe(
    on actor: MainActor,
    _ body: @escaping @MainActor @Sendable (ProgressReport) -> Void
  ) -> Promise<Void> {
    admit(
      ProgressObservation { report in
        MainActor.assumeIsolated { body(report) }
      } carrying: { deliver in
        Promise(value: ()).map(on: actor) { deliver() }
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

/// One observer of a monitor, and the way to it.
final class ProgressObservation: Sendable {
  /// Pending as long as there may be more to tell.
  let promise = Promise<Void>()
  private let inbox: Locked<Inbox>
  private let carry: @Sendable (@escaping @Sendable () -> Void) -> Promise<Void>

  init(
    _ body: @escaping @Sendable (ProgressReport) -> Void,
    carrying carry: @escaping @Sendable (@escaping @Sendable () -> Void) -> Promise<Void>
  ) {
    inbox = Locked(Inbox(body))
    self.carry = carry
  }

  /// Sees to it that the observer hears `news`, unless they are old.
  func hear(_ news: ProgressNews) {
    guard inbox.withLock({ $0.put(news) }) else { return }
    carry { self.deliver() }.catch { _ in
      self.close()
      self.promise.abandon()
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
  typealias Body = @Sendable (ProgressReport) -> Void

  enum Errand {
    case tell(Body, ProgressReport)
    case rest
    /// Nothing more will come, so the observer is handed out to be released.
    case end(Body?)
  }

  private var body: Body?
  private var unread: ProgressReport?
  private var version = 0
  private var isLast = false
  /// Whether somebody is about to empty this.
  private var isServed = false

  init(_ body: @escaping Body) {
    self.body = body
  }

  /// Replaces what is unread.
  ///
  /// - Returns: Whether the caller has to have this emptied.
  mutating func put(_ news: ProgressNews) -> Bool {
    guard body != nil, news.version > version else { return false }
    version = news.version
    unread = news.report
    isLast = news.isLast
    defer { isServed = true }
    return !isServed
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
  mutating func close() -> Body? {
    defer { body = nil }
    return body
  }
}
