internal import Dispatch
internal import Pledge

/// A queue, and the flags with which the original submits a handler to it.
struct Hop: ExecutionContext {
  private let queue: DispatchQueue
  private let flags: DispatchWorkItemFlags.RawValue?

  /// Creates a hop, or returns `nil` if handlers are to run synchronously.
  init?(_ queue: DispatchQueue?, _ flags: DispatchWorkItemFlags?) {
    guard let queue else { return nil }
    self.queue = queue
    self.flags = flags?.rawValue
  }

  func run(_ work: @escaping @Sendable () -> Void) {
    if let flags {
      queue.async(flags: DispatchWorkItemFlags(rawValue: flags), execute: work)
    } else {
      queue.async(execute: work)
    }
  }
}

// The Pledge stages that implement all operators, with or without a hop. They never run a handler
// of a broken promise.
extension Pledge.Future {
  func map<U: Sendable>(
    through hop: Hop?,
    _ transform: @escaping @Sendable (Value) throws -> U
  ) -> Pledge.Promise<U> {
    guard let hop else { return map(transform) }
    return map(on: hop, transform)
  }

  func flatMap<U: Sendable>(
    through hop: Hop?,
    _ transform: @escaping @Sendable (Value) throws -> Pledge.Future<U>
  ) -> Pledge.Promise<U> {
    guard let hop else { return flatMap(transform) }
    return flatMap(on: hop, transform)
  }

  @discardableResult
  func observe(
    through hop: Hop?,
    _ body: @escaping @Sendable (Swift.Result<Value, any Error>) -> Void
  ) -> Pledge.Promise<Value> {
    let body: @Sendable (Swift.Result<Value, any Error>) -> Void = { outcome in
      if outcome.brokenPromise == nil { body(outcome) }
    }
    guard let hop else { return observe(body) }
    return observe(on: hop, body)
  }

  /// Runs `recovery` with the errors that `policy` covers; others pass without a hop.
  func flatMapError(
    through hop: Hop?,
    by policy: CatchPolicy = .allErrors,
    _ recovery: @escaping @Sendable (any Error) throws -> Pledge.Future<Value>
  ) -> Pledge.Promise<Value> {
    flatMapError { error in
      if error is BrokenPromise { throw error }
      if policy == .allErrorsExceptCancellation, error.perceived.isCancelled { throw error }
      guard let hop else { return try recovery(error) }
      return Pledge.Promise<Value>(error: error).flatMapError(on: hop, recovery)
    }
  }

  /// Runs `finalizer` when this ends, waits for the future that it returns, and then settles like
  /// this.
  ///
  /// If that future is broken, so is the returned promise. Pledge's operator of this name would run
  /// `finalizer` for a broken promise, too.
  func ensureThen(
    through hop: Hop?,
    _ finalizer: @escaping @Sendable () -> Pledge.Future<Void>
  ) -> Pledge.Promise<Value> {
    let (promise, resolver) = Pledge.Promise<Value>.pending()
    let finalize: @Sendable (Swift.Result<Value, any Error>) -> Void = { outcome in
      if outcome.brokenPromise != nil {
        resolver.settle(with: outcome)
        return
      }
      finalizer().observe { ending in
        // The error of this chain takes precedence, unless the cleanup never ends.
        if case (.success, .failure(let error)) = (outcome, ending) {
          resolver.reject(error)
        } else {
          resolver.settle(with: ending.brokenPromise.map { .failure($0) } ?? outcome)
        }
      }
    }
    if let hop { observe(on: hop, finalize) } else { observe(finalize) }
    return promise
  }
}
