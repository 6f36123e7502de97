internal import Pledge

internal import class PledgeCore.Locked

/// What requests the cancellation of all work that was given its ``token``; of Bolts for Objective-C.
///
///     let source = CancellationTokenSource()
///     load(1).continueOnSuccessWith(cancellationToken: source.token) { user in show(user) }
///     source.cancel()
public final class CancellationTokenSource: Sendable {
  /// What the work asks.
  public let token = CancellationToken()

  /// Creates a source.
  public init() {}

  /// Returns a source; the spelling of the original.
  ///
  /// - Returns: The source.
  public class func cancellationTokenSource() -> CancellationTokenSource {
    CancellationTokenSource()
  }

  /// Whether cancellation has been requested.
  ///
  /// Any thread.
  public var isCancellationRequested: Bool { token.isRequested }

  /// Requests cancellation; does nothing if that was done before.
  ///
  /// Any thread. The registered blocks are called before this returns. After ``dispose()``, this stops
  /// the program.
  public func cancel() {
    token.refuseIfDisposed("cancel()")
    token.request()
  }

  /// Requests cancellation later, on a global queue; the last call counts.
  ///
  /// After ``dispose()``, this stops the program.
  ///
  /// - Parameter millis: The time to wait in milliseconds; 0 requests it now, -1 only takes the
  ///   request back that is scheduled, and less stops the program.
  public func cancel(afterDelay millis: Int) {
    token.refuseIfDisposed("cancel(afterDelay:)")
    precondition(millis >= -1, "cancel(afterDelay: \(millis)): give milliseconds, or -1 for never")
    guard millis != 0 else { return token.request() }
    let timer = millis > 0 ? after(.milliseconds(millis)) : nil
    let earlier = token.state.withLock { $0.exchange(timer) }
    earlier?.discard()
    timer?.observe { [weak token] outcome in
      if case .success = outcome { token?.request() }
    }
  }

  /// Ends the use of this source and its token: blocks are released, and a scheduled request is taken
  /// back.
  ///
  /// Any thread.
  public func dispose() {
    let (_, timer) = token.state.withLock { $0.dispose() }
    timer?.discard()
  }
}
