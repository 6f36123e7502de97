internal import Dispatch
public import Foundation
internal import Pledge

extension Task {
  /// Returns a task that succeeds after `delay`, on a global queue.
  ///
  /// - Parameters:
  ///   - delay: The time to wait, in seconds. If it is not positive, the task succeeds as soon as
  ///     that queue runs it.
  ///   - cancellationToken: Checked now and after the delay: if cancellation was requested, the
  ///     task is canceled.
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

/// About thirty years in seconds; the limit prevents overflow.
private let longestDelay: TimeInterval = 1e9
