internal import PledgeCore
internal import PledgeSupport

extension ProgressMonitor {
  /// Calls `body` with each new report, and with the latest one if there has been any.
  ///
  ///     monitor.observe { report in note("\(report.fraction): \(report.message ?? "")") }
  ///
  /// Calls to `body` are made one after another, in order. Reports that arrive while `body` runs,
  /// or while it waits for its context, are merged: it receives only the newest. The last report
  /// says that everything is done, unless the monitor is released earlier (spec 17.3).
  ///
  /// Until the observation ends, the monitor holds `body` and the consumers of the returned
  /// promise. Neither should hold the monitor: work that reports to it must not wait for that
  /// promise, or both stay pending and in memory until one is discarded. You do not need to keep
  /// the promise. Discarding it, or detaching its last consumer, ends the observation.
  ///
  /// - Parameters:
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  ///   - body: A closure that receives the reports. Runs on the thread that reports.
  /// - Returns: A promise that is fulfilled after `body` has received the last report, or rejected
  ///   with ``DiscardedError`` if the monitor is released earlier.
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
  /// If the context drops the work, the observation ends with ``BrokenPromiseError``.
  @discardableResult
  public func observe(
    on context: some ExecutionContext,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ body: @escaping @Sendable (ProgressReport) -> Void
  ) -> Promise<Void> {
    admit(
      ProgressObservation(body, at: Site(file, line)) {
        Promise(fulfilledWith: (), at: .unknown).map(on: context, $0)
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
        Promise(fulfilledWith: (), at: .unknown).map(on: actor) { deliver() }
      }
    )
  }
}

/// An update for an observer.
struct ProgressNews: Sendable {
  let report: ProgressReport
  /// Counts the changes, so that an update that arrives late is recognized as outdated.
  let version: Int
  let isLast: Bool
}

/// The closure with which an observer receives reports.
typealias ProgressBody = @Sendable (ProgressReport) -> Void

/// Runs a delivery on the context of an observer.
typealias ProgressExecutor = @Sendable (_ deliver: @escaping @Sendable () -> Void) -> Promise<Void>

/// One observer of a monitor, and the executor on which it is called.
final class ProgressObservation: Sendable {
  /// Pending as long as there may be more reports.
  let promise: Promise<Void>
  private let inbox: Locked<Inbox>

  init(_ body: @escaping ProgressBody, at site: Site, through enqueue: @escaping ProgressExecutor) {
    promise = Promise(pendingAt: site, by: .observe)
    inbox = Locked(Inbox(body, enqueue))
  }

  /// Delivers `news` to the observer, unless it is outdated.
  func deliver(_ news: ProgressNews) {
    guard let (enqueue, isNeeded) = inbox.withLock({ $0.put(news) }), isNeeded else { return }
    enqueue { self.deliver() }.catch { _ in
      self.close()
      self.promise.breakPromise()
    }
  }

  /// Releases the observer, so that it receives no further reports.
  func close() {
    _ = inbox.withLock { $0.close() }
  }

  private func deliver() {
    while true {
      switch inbox.withLock({ $0.next() }) {
      case .deliver(let body, let report): body(report)
      case .wait: return
      case .end: return promise.resolve()
      }
    }
  }
}

/// The report that an observer has not received yet; not thread-safe.
private struct Inbox: Sendable {
  enum Action {
    case deliver(ProgressBody, ProgressReport)
    case wait
    /// There are no more reports; the caller releases the observer.
    case end(Observer)
  }

  /// The closures of an observer, which must not be released under the lock.
  typealias Observer = (body: ProgressBody?, enqueue: ProgressExecutor?)

  private var body: ProgressBody?
  /// Removed with the last report, to break a cycle: it holds the context, which may hold a
  /// delivery, which holds this inbox.
  private var enqueue: ProgressExecutor?
  private var unread: ProgressReport?
  private var version = 0
  private var isLast = false
  /// Whether a delivery is emptying this inbox, or has been enqueued to do so.
  private var isDelivering = false

  init(_ body: @escaping ProgressBody, _ enqueue: @escaping ProgressExecutor) {
    self.body = body
    self.enqueue = enqueue
  }

  /// Replaces the undelivered report, unless `news` is outdated.
  ///
  /// - Returns: The executor of the observer, and whether the caller must enqueue a delivery on it;
  ///   `nil` if `news` is outdated or follows the last report.
  mutating func put(_ news: ProgressNews) -> (enqueue: ProgressExecutor, isNeeded: Bool)? {
    guard let enqueue, news.version > version else { return nil }
    version = news.version
    unread = news.report
    isLast = news.isLast
    if isLast { self.enqueue = nil }
    defer { isDelivering = true }
    return (enqueue, !isDelivering)
  }

  /// Returns the next action of the delivery that empties this inbox.
  mutating func next() -> Action {
    if let body, let report = unread {
      unread = nil
      return .deliver(body, report)
    }
    isDelivering = false
    return isLast ? .end(close()) : .wait
  }

  /// Removes and returns the observer, to be released outside the lock.
  mutating func close() -> Observer {
    defer { (body, enqueue) = (nil, nil) }
    return (body, enqueue)
  }
}
