internal import Dispatch
public import Foundation
internal import Pledge

extension Task {
  /// Returns a task that succeeds after `delay`, on a global queue.
  ///
  /// - Parameters:
  ///   - delay: The time to wait in seconds; none or less is over as soon as that queue gets to it.
  ///   - cancellationToken: Looked at now and when the time is over: if cancellation has been
  ///     requested, the task is cancelled.
  /// - Returns: A task without a result.
  @discardableResult
  public class func withDelay(
    _ delay: TimeInterval,
    cancellationToken: CancellationToken? = nil
  ) -> Task<Void> {
    if cancellationToken.isRequested { return .cancelledTask() }
    let timer =
      delay > 0
      ? after(.seconds(min(delay, longestDelay))) : Promise(on: DispatchQueue.global()) {}
    return Task<Void>(
      inner: timer.map { _ in
        try cancellationToken?.throwIfRequested()
        return UncheckedSendable(())
      }
    )
  }
}

/// Some thirty years in seconds: more would overflow no sooner, but nobody waits for it.
private let longestDelay: TimeInterval = 1e9
