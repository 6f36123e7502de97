internal import PledgeCore
internal import PledgeSupport

/// A bag that discards its promises when it is released.
///
///     @MainActor final class Screen {
///       private let bag = DiscardBag()
///
///       func appear() {
///         load(1)
///           .observe(on: MainActor.shared, owner: self) { screen, result in screen.show(result) }
///           .discarded(by: bag)
///       }
///
///       func show(_ result: Result<User, any Error>) {}
///     }
///
/// Keep the bag in a property: a bag in a variable is released after its last use, not at the end
/// of the scope. A handler that captures `self` keeps the object, and so the bag, for as long as
/// its promise is pending; pass the owner, as above, or capture `[weak self]`.
///
/// A bag holds its promises weakly, is not a consumer, and forgets each promise once it is
/// settled (spec 6.7). It can be refilled after ``discardAll()``. It can be used from any thread.
public final class DiscardBag: Sendable {
  private let source = Locked(DiscardSource())

  /// Creates an empty bag.
  public init() {}

  deinit {
    source.withLock { $0 }.token.fire(because: .bag)
  }

  /// Discards every promise in the bag, in the order in which they were added, and empties the bag.
  ///
  /// When this method returns, their handlers have run or have been passed to their contexts.
  /// Handlers past the maximum nesting depth run later (spec 3.4.2, 6.7.2).
  ///
  /// - Complexity: O(*n*), where *n* is the number of promises.
  public func discardAll() {
    discardAll(for: .bag)
  }

  /// Same as ``discardAll()``, for a reason that the errors contain (spec 6.1.11).
  ///
  /// - Parameter reason: Becomes ``DiscardedError/reason``.
  public func discardAll(because reason: String) {
    discardAll(for: DiscardReason(.bag, reason))
  }

  private func discardAll(for reason: DiscardReason) {
    let fresh = DiscardSource()
    let full = source.withLock { source in
      defer { source = fresh }
      return source
    }
    full.token.fire(because: reason)
  }

  /// The token that discards promises added from now on.
  fileprivate var token: DiscardToken { source.withLock { $0.token } }
}

extension Promise {
  /// Adds this promise to `bag`, to be discarded when the bag is released.
  ///
  ///     load(1)
  ///       .observe(on: MainActor.shared, owner: self) { screen, result in screen.show(result) }
  ///       .discarded(by: bag)
  ///
  /// A handler that captures `self`, the owner of the bag, keeps both while the promise is pending;
  /// pass the owner, as here, or capture `[weak self]`.
  ///
  /// A settled promise is ignored, and adding a promise twice has no effect. A discard is the
  /// owner's decision and affects all consumers of this promise; to leave the others unaffected,
  /// derive a promise and add that (spec 6.7).
  ///
  /// - Parameter bag: The bag that may discard this promise.
  /// - Returns: This promise.
  @discardableResult
  public func discarded(by bag: DiscardBag) -> Promise<Value> {
    discarded(by: bag.token)
  }
}
