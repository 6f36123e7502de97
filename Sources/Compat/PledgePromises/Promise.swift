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
  private let breakable: Locked<BreakableState<Value>>?

  /// Takes ownership of `inner`.
  ///
  /// If Pledge itself may reject `inner`, as a broken promise or a cycle, `canBreak` must be
  /// `true`.
  init(inner: Pledge.Promise<Outcome<Value>>, canBreak: Bool = false) {
    // In this API, work continues even if all its consumers detach.
    inner.shared()
    self.inner = inner
    breakable = canBreak ? Locked(BreakableState()) : nil
  }

  deinit {
    if inner.isPending, let brokenPromise = breakable?.withLock({ $0.brokenPromise }) {
      inner.reject(brokenPromise)
    }
  }

  /// Records the error of a broken source: only references to this promise can still resolve it, so
  /// deallocating it breaks it.
  func recordBrokenSource(_ brokenPromise: any Error) {
    breakable?.withLock { $0.brokenPromise = brokenPromise }
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
    guard let breakable else { return inner }
    if let existing = breakable.withLock({ $0.handled }) { return existing }
    let stage = inner.recover { error in
      if error.isBrokenPromise { throw error }
      return .rejected(error)
    }
    stage.shared()
    return breakable.withLock { state in
      if let existing = state.handled { return existing }
      state.handled = stage
      return stage
    }
  }
}

/// The state of a promise that can be broken.
private struct BreakableState<Value>: Sendable {
  /// The promise on which handlers are registered, if there are any; see ``Promise/handled``.
  var handled: Pledge.Promise<Outcome<Value>>?
  /// The error of a broken source; see ``Promise/recordBrokenSource(_:)``.
  var brokenPromise: (any Error)?
}

// MARK: - Creating

extension Promise {
  /// Returns a pending promise.
  ///
  /// It is broken when its last reference is released: its consumers stay pending, unless
  /// ``PromisesConfiguration/rejectsBrokenPromises`` is set.
  ///
  /// - Parameters:
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  /// - Returns: The promise.
  public static func pending(file: StaticString = #fileID, line: UInt = #line) -> Promise<Value> {
    Promise(file: file, line: line)
  }

  /// Creates a pending promise; see ``pending(file:line:)``.
  ///
  /// - Parameters:
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  public convenience init(file: StaticString = #fileID, line: UInt = #line) {
    let tally = Tally()
    self.init(
      inner: Pledge.Promise(discard: { tally.keepAlive() }, file: file, line: line),
      canBreak: true
    )
  }

  /// Creates a promise rejected with `error`.
  ///
  /// - Parameter error: The reason.
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
  /// Has no effect if it is already resolved.
  ///
  /// Thread-safe.
  ///
  /// - Parameter resolution: The value.
  public func fulfill(_ resolution: Value) {
    resolve(with: Outcome(resolution))
  }

  /// Rejects the promise.
  ///
  /// Has no effect if it is already resolved.
  ///
  /// Thread-safe.
  ///
  /// - Parameter error: The reason.
  public func reject(_ error: any Error) {
    resolve(with: .rejected(error))
  }

  func resolve(with outcome: Outcome<Value>) {
    // Counted as pending during the call, so `waitForPromises(timeout:)` finds it resolved.
    DispatchGroup.promises.counting { inner.resolve(outcome) }
  }
}

extension Promise: CustomStringConvertible {
  /// The state, with the type, the value, or the error.
  public var description: String {
    switch outcome {
    case nil: "Pending: \(Value.self)"
    case .fulfilled: "Fulfilled: \(value.map { "\($0)" } ?? "nil")"
    case .rejected(let error): "Rejected: \(error)"
    }
  }
}
