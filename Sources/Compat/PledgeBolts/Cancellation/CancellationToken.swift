internal import Pledge
internal import PledgeSupport

/// A token that tells work whether cancellation was requested, as in Bolts for Objective-C.
///
/// Created by a ``CancellationTokenSource``.
public final class CancellationToken: Sendable {
  let state = Locked(CancellationState())

  init() {}

  /// Whether cancellation has been requested.
  ///
  /// Thread-safe.
  public var isCancellationRequested: Bool { isRequested }

  /// Calls `block` once when cancellation is requested, on the thread that requests it.
  ///
  /// If cancellation was already requested, calls `block` immediately. Blocks are called in the
  /// order of registration. Stops the program if the source was disposed of.
  ///
  /// - Parameter block: The block to call.
  /// - Returns: A registration that can remove the block.
  @preconcurrency @discardableResult
  public func registerCancellationObserver(
    block: @escaping @Sendable () -> Void
  ) -> CancellationTokenRegistration {
    refuseIfDisposed("registerCancellationObserver(block:)")
    let number = state.withLock { $0.add(block) }
    if number == nil { block() }
    return CancellationTokenRegistration(token: self, number: number)
  }

  var isRequested: Bool { state.withLock { $0.isRequested } }

  func throwIfRequested() throws {
    if isRequested { throw Cancellation() }
  }

  func request() {
    let (observers, timer) = state.withLock { $0.request() }
    timer?.discard()
    for observer in observers { observer.block() }
  }

  func refuseIfDisposed(_ call: StaticString) {
    let isDisposed = state.withLock { $0.isDisposed }
    precondition(!isDisposed, "\(call): the source was disposed of; create another one")
  }
}

/// The registration of a block that is called on cancellation unless it is removed first.
public final class CancellationTokenRegistration: Sendable {
  private let token: CancellationToken
  private let number: Int?

  init(token: CancellationToken, number: Int?) {
    self.token = token
    self.number = number
  }

  /// Removes and releases the block.
  ///
  /// Thread-safe; may be called more than once. The block may still be running on another thread
  /// when this returns.
  public func dispose() {
    guard let number else { return }
    _ = token.state.withLock { $0.remove(number) }
  }
}
