internal import Pledge
internal import PledgeSupport

/// A source that requests cancellation of all work that holds its ``token``, as in Bolts for
/// Objective-C.
///
///     let source = CancellationTokenSource()
///     load(1).continueOnSuccessWith(cancellationToken: source.token) { user in show(user) }
///     source.cancel()
public final class CancellationTokenSource: Sendable {
  /// The token to pass to the work.
  public let token = CancellationToken()

  /// Creates a source.
  public init() {}

  /// Returns a new source; the spelling of the original.
  public class func cancellationTokenSource() -> CancellationTokenSource {
    CancellationTokenSource()
  }

  /// Whether cancellation has been requested.
  ///
  /// Thread-safe.
  public var isCancellationRequested: Bool { token.isRequested }

  /// Requests cancellation, or does nothing if it was already requested.
  ///
  /// Thread-safe. Calls the registered blocks before it returns. Stops the program after
  /// ``dispose()``.
  public func cancel() {
    token.refuseIfDisposed("cancel()")
    token.request()
  }

  /// Requests cancellation after a delay, on a global queue.
  ///
  /// The last call replaces earlier ones. Stops the program after ``dispose()``.
  ///
  /// - Parameter millis: The delay in milliseconds: 0 requests cancellation now, -1 only removes a
  ///   scheduled request, and lower values stop the program.
  public func cancel(afterDelay millis: Int) {
    token.refuseIfDisposed("cancel(afterDelay:)")
    precondition(millis >= -1, "cancel(afterDelay: \(millis)): use milliseconds, or -1 for never")
    guard millis != 0 else { return token.request() }
    let timer = millis > 0 ? after(.milliseconds(millis)) : nil
    let earlier = token.state.withLock { $0.exchange(timer) }
    earlier?.discard()
    timer?.observe { [weak token] outcome in
      if case .success = outcome { token?.request() }
    }
  }

  /// Ends the use of this source and its token, releases the blocks, and removes a scheduled
  /// request.
  ///
  /// Thread-safe.
  public func dispose() {
    let (_, timer) = token.state.withLock { $0.dispose() }
    timer?.discard()
  }
}
