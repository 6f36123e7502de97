internal import Dispatch
internal import Pledge
internal import PledgeSupport

/// A value that becomes available later, or an error in its place: `Promise` of google/promises, on
/// Pledge.
///
///     let user = Promise<User>(on: .global()) { try read(file) }
///     user.then { show($0) }.catch { alert($0) }
///
/// Handlers always run asynchronously, on the queue that they name or on `DispatchQueue.promises`,
/// which is the main queue by default, in the order of their registration. A value that is an
/// `Error` rejects. A promise that an operator returned is retained until the promise on which it
/// was called is resolved.
public final class Promise<Value>: Sendable {
  let inner: Pledge.Promise<Outcome<Value>>
  private let links: Locked<Links<Value>>?

  /// Takes ownership of `inner`.
  ///
  /// If it `hasHandler`, that settles `inner`, which cannot be resolved directly while it runs.
  init(inner: Pledge.Promise<Outcome<Value>>, hasHandler: Bool = false) {
    // In this API, work continues even if all its consumers detach.
    inner.shared()
    self.inner = inner
    links = inner.isFulfilled ? nil : Locked(Links(awaitsHandler: hasHandler))
  }

  deinit {
    // Nothing is left that could register a handler, and promises that were resolved directly have
    // detached: if none is left, nothing waits for a broken promise.
    let handled = inner.isPending ? links?.withLock(\.handled) : nil
    if let handled, handled.currentConsumerCount == 0 { handled.discard() }
    // Nothing is left that could resolve the promise.
    if let successor = existingSuccessor, let brokenPromise { successor.reject(brokenPromise) }
  }

  /// The promise on which handlers are registered.
  ///
  /// Its errors are outcomes, except that of a broken promise that stays pending, which passes
  /// through every stage without running its handler.
  ///
  /// All handlers share it, so they run in the order of registration, whatever other threads do. It
  /// is created on demand, because it counts as a consumer, and a broken promise with a consumer is
  /// reported.
  var handled: Pledge.Promise<Outcome<Value>> {
    guard let links else { return inner }
    if let existing = links.withLock({ $0.handled }) { return existing }
    let stage = inner.flatMapError { [weak self] error in
      guard error.isBrokenPromise else { return Pledge.Promise(value: .rejected(error)) }
      guard let successor = self?.successor else { throw error }
      return successor
    }
    stage.shared()
    return links.withLock { $0.handled.orInsert(stage) }
  }

  /// The promise that a promise follows which is resolved like this one.
  ///
  /// This is `inner`, if possible, because a chain of promises that follow each other is shortened,
  /// but not a chain of stages.
  var followed: Pledge.Promise<Outcome<Value>> { brokenPromise == nil ? inner : handled }
}

// MARK: - Broken promises

/// The promises that a promise creates on demand.
private struct Links<Value>: Sendable {
  /// The promise on which handlers are registered; see ``Promise/handled``.
  var handled: Pledge.Promise<Outcome<Value>>?
  /// The successor of a broken promise; see ``Promise/successor``.
  var successor: Pledge.Promise<Outcome<Value>>?
  /// Whether a handler has not returned yet that will settle the promise.
  var awaitsHandler: Bool
  /// See ``Promise/earlyOutcome``.
  var earlyOutcome: Outcome<Value>?
}

extension Promise {
  /// The error, if this promise is broken and stays pending.
  var brokenPromise: (any Error)? {
    guard inner.isRejected, case .failure(let error) = inner.result else { return nil }
    return error.isBrokenPromise ? error : nil
  }

  /// Takes the place of `inner` when that is broken.
  ///
  /// References to this promise can still resolve it directly, as in the original, where it does
  /// not depend on its source. It is broken only after the last reference is released.
  private var successor: Pledge.Promise<Outcome<Value>>? {
    guard let links else { return nil }
    if let existingSuccessor { return existingSuccessor }
    let successor = Pledge.Promise<Outcome<Value>>()
    return links.withLock { $0.successor.orInsert(successor) }
  }

  private var existingSuccessor: Pledge.Promise<Outcome<Value>>? {
    links?.withLock { $0.successor }
  }

  /// The outcome with which this promise has first been resolved directly, if that was before its
  /// handler returned.
  var earlyOutcome: Outcome<Value>? { links?.withLock(\.earlyOutcome) }

  /// Returns the outcome that takes the place of that of the handler, which has run.
  func endHandler() -> Outcome<Value>? {
    links?.withLock { links in
      links.awaitsHandler = false
      return links.earlyOutcome
    }
  }

  /// The outcome with which this promise has been resolved although it is broken.
  var lateOutcome: Outcome<Value>? { try? existingSuccessor?.result?.get() }
}

// MARK: - Creating

extension Promise {
  /// Same as ``init(file:line:)``.
  public static func pending(file: StaticString = #fileID, line: UInt = #line) -> Promise<Value> {
    Promise(file: file, line: line)
  }

  /// Creates a pending promise.
  ///
  /// It is broken when its last reference is released: its consumers stay pending, unless
  /// ``PromisesConfiguration/rejectsBrokenPromises`` is set.
  ///
  /// - Parameters:
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  public convenience init(file: StaticString = #fileID, line: UInt = #line) {
    let tally = Tally()
    self.init(inner: Pledge.Promise(discard: { tally.keepAlive() }, file: file, line: line))
  }

  /// Creates a promise rejected with `error`.
  public convenience init(_ error: any Error) {
    self.init(inner: Pledge.Promise(value: .rejected(error)))
  }

  /// Creates a promise resolved with the value that `work` returns or the error it throws.
  ///
  /// - Parameter work: Runs synchronously. A value that is an error rejects.
  public convenience init(_ work: @autoclosure () throws -> Value) {
    self.init(inner: Pledge.Promise(value: Outcome(catching: work)))
  }
}

// MARK: - Resolving

extension Promise {
  /// Fulfills the promise, or rejects it if the value is an error.
  ///
  /// Has no effect if it is already resolved. Thread-safe.
  public func fulfill(_ resolution: Value) {
    resolve(with: Outcome(resolution))
  }

  /// Rejects the promise; see ``fulfill(_:)``.
  public func reject(_ error: any Error) {
    resolve(with: .rejected(error))
  }

  func resolve(with outcome: Outcome<Value>) {
    // Counted as pending during the call, so `waitForPromises(timeout:)` finds it resolved.
    DispatchGroup.promises.counting {
      let early = links?.withLock { links in
        if links.awaitsHandler { links.earlyOutcome = links.earlyOutcome ?? outcome }
        return links.earlyOutcome
      }
      inner.resolve(early ?? outcome)
      if brokenPromise != nil { successor?.resolve(outcome) }
    }
  }
}

extension Promise: CustomStringConvertible {
  /// The state, with the type, the value, or the error.
  public var description: String {
    switch outcome {
    case nil: "Pending: \(Value.self)"
    case .fulfilled: "Fulfilled: \(value.map { "\($0)" } ?? "nil")".escaped()
    case .rejected(let error): "Rejected: \(error)".escaped()
    }
  }
}
