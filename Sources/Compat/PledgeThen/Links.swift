internal import Pledge
internal import PledgeSupport

typealias Outcome<T> = Result<UncheckedSendable<T>, any Error>

/// The promises that a promise creates on demand.
struct Links<T>: Sendable {
  /// The promise on which blocks are registered; see ``Promise/handled``.
  fileprivate var handled: Promise<T>.Inner?
  /// The successor of a broken promise; see ``Promise/successor``.
  fileprivate var successor: Promise<T>.Inner?
}

extension Promise {
  /// The outcome, or `nil` if the promise is pending or stays pending because it is broken.
  var result: Outcome<T>? {
    brokenPromise == nil ? inner.result : existingSuccessor?.result
  }

  /// The error, if this promise is broken and stays pending.
  var brokenPromise: (any Error)? {
    guard inner.isRejected, case .failure(let error) = inner.result else { return nil }
    return error.isBrokenPromise ? error : nil
  }

  /// The promise on which the blocks of a pending or broken promise are registered.
  ///
  /// All blocks share it, so they run in the order of registration. It is created on demand,
  /// because it counts as a consumer, and a broken promise with a consumer is reported.
  var handled: Inner {
    guard let links else { return inner }
    if let existing = links.withLock({ $0.handled }) { return existing }
    let stage = inner.flatMapError(if: \.isBrokenPromise) { [weak self] error in
      guard let successor = self?.successor else { throw error }
      return successor
    }
    stage.shared()
    return links.withLock { $0.handled.orInsert(stage) }
  }

  /// Takes the place of `inner` when that is broken.
  ///
  /// References to this promise can still settle it directly, as in the original, where it does not
  /// depend on its source. It is broken only after the last reference is released.
  var successor: Inner? {
    guard let links else { return nil }
    if let existingSuccessor { return existingSuccessor }
    let successor = Inner()
    return links.withLock { $0.successor.orInsert(successor) }
  }

  private var existingSuccessor: Inner? { links?.withLock { $0.successor } }

  /// Rejects the successor, because nothing is left that could settle it.
  func breakSuccessor() {
    if let existingSuccessor, let brokenPromise { existingSuccessor.reject(brokenPromise) }
  }
}
