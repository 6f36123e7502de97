internal import Pledge

internal import class PledgeCore.Locked

/// What work asks whether it is still wanted; of Bolts for Objective-C.
///
/// It comes from a ``CancellationTokenSource``.
public final class CancellationToken: Sendable {
  let state = Locked(CancellationState())

  init() {}

  /// Whether cancellation has been requested.
  ///
  /// Any thread.
  public var isCancellationRequested: Bool { isRequested }

  /// Calls `block` when cancellation is requested, once, on the thread that does so; at once if that
  /// was before.
  ///
  /// Several are called in the order of their registration. After the source was disposed of, this
  /// stops the program.
  ///
  /// - Parameter block: What to call.
  /// - Returns: What takes the block away again.
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
    precondition(!isDisposed, "\(call): the source was disposed of; make another one")
  }
}

/// A block that hears of a cancellation, as long as it is not taken away.
public final class CancellationTokenRegistration: Sendable {
  private let token: CancellationToken
  private let number: Int?

  init(token: CancellationToken, number: Int?) {
    self.token = token
    self.number = number
  }

  /// Takes the block away: it is released, and not called any more.
  ///
  /// Any thread, and more than once. It may run on another thread meanwhile.
  public func dispose() {
    guard let number else { return }
    _ = token.state.withLock { $0.remove(number) }
  }
}
