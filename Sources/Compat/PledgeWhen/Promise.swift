public import Dispatch
internal import Foundation
internal import Pledge
internal import PledgeSupport

/// A value that becomes available later, or an error in its place, with handlers that run on a
/// queue.
///
///     load(1).then { user in user.name }.done { print($0) }.fail { print($0) }
///
/// A promise is settled on its queue: right after ``resolve(_:)``, it is still pending. Derived
/// promises do not retain it. When nothing is left that could settle it, its consumers stay
/// pending, unless ``WhenConfiguration/rejectsBrokenPromises`` is set.
///
/// Thread-safe.
// Unchecked because the compiler cannot check a class that has subclasses. All stored properties
// are constant and `Sendable`.
open class Promise<T>: @unchecked Sendable {
  /// A handler of the value.
  public typealias DoneHandler = @Sendable (T) -> Void
  /// A handler of the error.
  public typealias FailureHandler = @Sendable (any Error) -> Void
  /// A handler of the value or the error.
  public typealias CompletionHandler = @Sendable (Result<T, any Error>) -> Void

  /// A unique string.
  public let key = UUID().uuidString

  private let queue: DispatchQueue
  /// The promise on which everything except handlers waits; it is settled when they have run.
  let inner: Inner
  private let ledger: Locked<Ledger<T>>

  /// Creates a promise.
  ///
  /// - Parameters:
  ///   - queue: Where it is settled, and where its handlers run.
  ///   - state: The initial state.
  ///   - file: The file to report if the promise is broken.
  ///   - line: The line to report if the promise is broken.
  public init(
    queue: DispatchQueue = .main,
    state: State<T> = .pending,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.queue = queue
    let outcome = state.result?.map { UncheckedSendable($0) }
    inner =
      outcome.map { Inner(result: $0, file: file, line: line) } ?? Inner(file: file, line: line)
    ledger = Locked(Ledger(outcome: outcome))
    // In this API, consumers that detach discard nothing, and unhandled errors are not reported:
    // reading an error marks it as handled.
    inner.shared()
    _ = inner.result
  }

  deinit {
    // A promise with handlers is pending, and nothing can settle it anymore. Releasing `inner`
    // breaks it. The handlers become a consumer first, so Pledge reports it even without others.
    let ledger = ledger.withLock { $0 }
    guard !ledger.handlers.isEmpty || ledger.brokenPromise != nil else { return }
    queue.async { [inner] in
      inner.observe { outcome in
        if case .failure(let error) = outcome, !error.isBrokenPromise { ledger.run(with: outcome) }
      }
      if let brokenPromise = ledger.brokenPromise { inner.reject(brokenPromise) }
    }
  }

  /// Rejects the promise with ``PromiseError/cancelled``, if it is pending.
  open func cancel() {
    reject(PromiseError.cancelled)
  }
}

extension Promise {
  /// The current state of the promise.
  ///
  /// Thread-safe.
  public var state: State<T> {
    ledger.withLock { $0.outcome }.map { State($0.map(\.value)) } ?? .pending
  }

  /// Resolves the promise on its queue, if it is pending at the time of the call.
  ///
  /// Thread-safe. If it is settled twice before its queue runs, handlers receive the first result,
  /// and the state is the last one.
  ///
  /// - Parameter value: The value.
  public func resolve(_ value: T) {
    settle(with: .success(UncheckedSendable(value)))
  }

  /// Rejects the promise on its queue, if it is pending at the time of the call; see
  /// ``resolve(_:)``.
  ///
  /// - Parameter error: The error.
  public func reject(_ error: any Error) {
    settle(with: .failure(error))
  }
}

// MARK: - Pledge's promise, and the handlers

extension Promise {
  typealias Inner = Pledge.Promise<UncheckedSendable<T>>

  /// Creates a promise that is settled when `source` is, unless it is settled directly first.
  convenience init(queue: DispatchQueue = .main, following source: Inner) {
    self.init(queue: queue)
    follow(source)
  }

  /// Settles this promise when `source` is settled.
  ///
  /// - Returns: The consumer of `source`.
  @discardableResult
  func follow(_ source: Inner) -> Inner {
    source.observe { self.settle(with: $0) }
  }

  /// The promise from which others are derived.
  ///
  /// If this promise is already settled, its queue runs the handlers registered so far first.
  var source: Inner { inner.isPending ? inner : inner.observe(on: queue.separateJobs) { _ in } }

  /// Settles the promise on its queue, if it is pending at the time of the call.
  ///
  /// The error of a broken promise that stays pending settles nothing. It becomes the error of this
  /// promise's consumers if this promise is deallocated before it is settled directly.
  func settle(with outcome: Outcome<T>) {
    guard state.isPending else { return }
    if case .failure(let error) = outcome, error.isBrokenPromise {
      return ledger.withLock { $0.brokenPromise = $0.brokenPromise ?? error }
    }
    queue.async { self.update(with: outcome) }
  }

  /// Adds a handler, which runs on the queue.
  func add(_ handler: Handler<T>) {
    let isDue = ledger.withLock { $0.add(handler) }
    if isDue { queue.async { self.update() } }
  }

  /// Sets the outcome to `new`, if given, and calls the handlers that have not been called.
  ///
  /// Of several outcomes, the first one settles `inner`, and the last one remains as the state.
  private func update(with new: Outcome<T>? = nil) {
    // The earlier outcome is released after unlocking.
    let earlier = ledger.withLock { ledger in
      defer { ledger = Ledger(outcome: new ?? ledger.outcome) }
      return ledger
    }
    guard let outcome = new ?? earlier.outcome else { return }
    earlier.run(with: outcome)
    guard earlier.outcome == nil else { return }
    inner.settle(with: outcome)
    _ = inner.result  // Marks an error as handled.
  }
}
