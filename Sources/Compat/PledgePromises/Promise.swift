internal import Dispatch
internal import Pledge

internal import class PledgeCore.Locked

/// A value that will exist, or fail to, once: `Promise` of google/promises, on Pledge.
///
///     let user = Promise<User>(on: .global()) { try read(file) }
///     user.then { show($0) }.catch { alert($0) }
///
/// Handlers always run later, on the queue that they name or on `DispatchQueue.promises`, which is
/// the main queue until it is changed, in the order of their registration. A value that is an
/// `Error` rejects. A promise that an operator returned is kept alive until the one it was called
/// on is resolved.
public final class Promise<Value>: Sendable {
  let inner: Pledge.Promise<Outcome<Value>>
  private let relay: Locked<Relay<Value>>?

  /// Takes over `inner`, which Pledge may reject, as for a lost producer, if it is losable.
  init(inner: Pledge.Promise<Outcome<Value>>, isLosable: Bool = false) {
    // Here nobody's work is stopped because those who waited for it have left.
    inner.shared()
    self.inner = inner
    relay = isLosable ? Locked(Relay()) : nil
  }

  deinit {
    if inner.isPending, let brokenPromise = relay?.withLock({ $0.brokenPromise }) {
      inner.reject(brokenPromise)
    }
  }

  /// Notes that nothing but its holders can resolve this promise any more: it is broken when it goes.
  func outlive(_ brokenPromise: any Error) {
    relay?.withLock { $0.brokenPromise = brokenPromise }
  }

  /// What every handler is registered with: all errors are outcomes here, except that of a broken
  /// promise that stays pending, which passes every stage without running its handler.
  ///
  /// It is one for all, so that their turns come in the order of registration, whatever other
  /// threads do. It is not made before, because a loss is reported if somebody listens: this does.
  var handled: Pledge.Promise<Outcome<Value>> {
    guard let relay else { return inner }
    if let known = relay.withLock({ $0.handled }) { return known }
    let made = inner.recover { error in
      if error.isBrokenPromise { throw error }
      return .rejected(error)
    }
    made.shared()
    return relay.withLock { relay in
      if let known = relay.handled { return known }
      relay.handled = made
      return made
    }
  }
}

/// What a promise has that can be broken.
private struct Relay<Value>: Sendable {
  /// What handlers are registered with, once there is one; see ``Promise/handled``.
  var handled: Pledge.Promise<Outcome<Value>>?
  /// Why the promise is broken when it goes; see ``Promise/outlive(_:)``.
  var brokenPromise: (any Error)?
}

// MARK: - Creating

extension Promise {
  /// Returns a pending promise.
  ///
  /// When its last reference goes, it is broken: whatever waits for it stays pending, unless
  /// ``PromisesConfiguration/rejectsBrokenPromises`` is set.
  ///
  /// - Parameters:
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  /// - Returns: The promise.
  public static func pending(file: StaticString = #fileID, line: UInt = #line) -> Promise<Value> {
    Promise(file: file, line: line)
  }

  /// Creates a pending promise; see ``pending(file:line:)``.
  ///
  /// - Parameters:
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  public convenience init(file: StaticString = #fileID, line: UInt = #line) {
    let tally = Tally()
    self.init(
      inner: Pledge.Promise(discard: { tally.outlive() }, file: file, line: line),
      isLosable: true
    )
  }

  /// Creates a promise rejected with `error`.
  ///
  /// - Parameter error: The reason.
  public convenience init(_ error: any Error) {
    self.init(inner: Pledge.Promise(value: .rejected(error)))
  }

  /// Creates a promise resolved with what `work` returns or throws.
  ///
  /// - Parameter work: Runs before this returns; a value that is an error rejects.
  public convenience init(_ work: @autoclosure () throws -> Value) {
    self.init(inner: Pledge.Promise(value: Outcome(catching: work)))
  }
}

// MARK: - Resolving

extension Promise {
  /// Fulfils the promise, or rejects it if the value is an error; does nothing if it is resolved.
  ///
  /// Any thread.
  ///
  /// - Parameter resolution: The value.
  public func fulfill(_ resolution: Value) {
    resolve(with: Outcome(resolution))
  }

  /// Rejects the promise; does nothing if it is resolved.
  ///
  /// Any thread.
  ///
  /// - Parameter error: The reason.
  public func reject(_ error: any Error) {
    resolve(with: .rejected(error))
  }

  func resolve(with outcome: Outcome<Value>) {
    // Counted meanwhile, so that whoever waits for the end of all finds it resolved.
    DispatchGroup.promises.counting { inner.resolve(outcome) }
  }
}

extension Promise: CustomStringConvertible {
  /// The state, with the type, the value or the error.
  public var description: String {
    switch outcome {
    case nil: "Pending: \(Value.self)"
    case .fulfilled: "Fulfilled: \(value.map { "\($0)" } ?? "nil")"
    case .rejected(let error): "Rejected: \(error)"
    }
  }
}
