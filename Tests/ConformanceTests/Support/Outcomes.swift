import Dispatch
import Pledge
@_exported public import PledgeTesting

/// A class whose instances are equal only to themselves.
protocol Identified: AnyObject, Equatable {}

extension Identified {
  static func == (lhs: Self, rhs: Self) -> Bool { lhs === rhs }
}

/// An error with identity.
final class BrokenObject: Error, Identified {}

/// A value with identity.
final class Thing: Sendable, Identified {}

extension Future {
  /// Waits until this is settled, by means of a handler instead of `value`.
  func settled() async -> Result<Value, any Error> {
    await withCheckedContinuation { continuation in
      observe { continuation.resume(returning: $0) }
    }
  }
}

extension Result {
  /// The error of a failure.
  var error: Failure? {
    guard case .failure(let error) = self else { return nil }
    return error
  }
}

extension Promise {
  /// Marks a rejection of this promise as handled.
  func ignored() -> Promise<Value> {
    ignoringErrors()
    return self
  }
}

extension ManualContext {
  /// Runs every job twice.
  func runAllTwice() {
    while let job = popFirst() {
      job()
      job()
    }
  }
}

/// A context that runs its jobs immediately.
struct InlineContext: ExecutionContext {
  func run(_ work: @escaping @Sendable () -> Void) { work() }
}

/// Returns whether the caller runs on the main queue; on Linux, it may run on any thread.
func isOnMainQueue() -> Bool { DispatchQueue.getSpecific(key: mainQueueKey) ?? false }

private let mainQueueKey = {
  let key = DispatchSpecificKey<Bool>()
  DispatchQueue.main.setSpecific(key: key, value: true)
  return key
}()
