public import Dispatch
public import Foundation
internal import Pledge

/// Returns a promise that follows the promise of `work`, and runs `work` again if that promise is
/// rejected.
///
///     retry(attempts: 3, delay: 0.5, condition: { _, error in isTransient(error) }) { load(url) }
///
/// - Parameters:
///   - queue: Where `work` and `predicate` run, asynchronously.
///   - count: The maximum number of retries after the first attempt. If it is not positive, there
///     is one attempt.
///   - interval: The delay before each retry, in seconds.
///   - predicate: Receives the number of remaining retries and the error, and returns whether to
///     retry. Without it, every failure is retried.
///   - work: Runs for the first time before this returns. If it throws, the attempt has failed.
/// - Returns: A promise for the first value, or for the last error.
@preconcurrency
public func retry<Value>(
  on queue: DispatchQueue = .promises,
  attempts count: Int = 1,
  delay interval: TimeInterval = 1,
  condition predicate: (@Sendable (_ count: Int, _ error: any Error) -> Bool)? = nil,
  _ work: @escaping @Sendable () throws -> Promise<Value>
) -> Promise<Value> {
  let loop = RetryLoop(queue: queue, interval: interval, predicate: predicate, work: work)
  return .kept { hold in
    loop.run(remaining: count).map { outcome in
      defer { hold.keepAlive() }
      return outcome
    }
  }
}

private struct RetryLoop<Value>: Sendable {
  let queue: DispatchQueue
  let interval: TimeInterval
  let predicate: (@Sendable (Int, any Error) -> Bool)?
  let work: @Sendable () throws -> Promise<Value>

  func run(remaining: Int) -> Pledge.Promise<Outcome<Value>> {
    let attempt = attempt()
    return withExtendedLifetime(attempt) {
      attempt.handled.flatMap(on: Turn(queue)) { outcome in
        guard case .rejected(let error) = outcome, remaining > 0,
          predicate?(remaining, error) ?? true
        else { return Pledge.Promise(value: outcome) }
        return pause(interval).flatMap(on: Turn(queue)) { run(remaining: remaining - 1) }
      }
    }
  }

  private func attempt() -> Promise<Value> {
    do {
      return try work()
    } catch {
      return Promise(error)
    }
  }
}
