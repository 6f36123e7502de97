internal import Dispatch
internal import Pledge

/// A queue, and how the original puts a handler there.
struct Hop: ExecutionContext {
  private let queue: DispatchQueue
  private let flags: DispatchWorkItemFlags.RawValue?

  /// Creates a hop, unless handlers are to run at once.
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

// The stages of Pledge that all operators are, with a hop or without one.
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

  func flatMapError(
    through hop: Hop?,
    _ recovery: @escaping @Sendable (any Error) throws -> Pledge.Future<Value>
  ) -> Pledge.Promise<Value> {
    guard let hop else { return flatMapError(recovery) }
    return flatMapError(on: hop, recovery)
  }

  @discardableResult
  func observe(
    through hop: Hop?,
    _ body: @escaping @Sendable (Swift.Result<Value, any Error>) -> Void
  ) -> Pledge.Promise<Value> {
    guard let hop else { return observe(body) }
    return observe(on: hop, body)
  }

  func ensureThen(
    through hop: Hop?,
    _ finalizer: @escaping @Sendable () -> Pledge.Future<Void>
  ) -> Pledge.Promise<Value> {
    guard let hop else { return ensureThen(finalizer) }
    return ensureThen(on: hop, finalizer)
  }

  /// Same as ``flatMapError(through:_:)``, except that a cancellation may pass, without a hop.
  func flatMapError(
    through hop: Hop?,
    by policy: CatchPolicy,
    _ recovery: @escaping @Sendable (any Error) throws -> Pledge.Future<Value>
  ) -> Pledge.Promise<Value> {
    if policy == .allErrors { return flatMapError(through: hop, recovery) }
    return flatMapError { error in
      if error.perceived.isCancelled { throw error }
      guard let hop else { return try recovery(error) }
      return Pledge.Promise<Value>(error: error).flatMapError(on: hop, recovery)
    }
  }

  /// The outcome as a value.
  var settled: Pledge.Promise<Swift.Result<Value, any Error>> {
    map { .success($0) }.recover { .failure($0) }
  }
}
