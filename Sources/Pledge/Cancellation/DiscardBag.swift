internal import PledgeCore

/// Discards the promises in it when it goes.
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
/// It is to be kept in a property: a bag in a variable goes after its last use, not at the end of the
/// scope. A handler that captures `self` keeps the object, and so the bag, for as long as its
/// promise is pending: name the owner, as above, or capture `[weak self]`.
///
/// A bag holds its promises weakly, is no consumer of them, and forgets each as soon as that is
/// settled (spec 6.7). It can be filled again after ``discardAll()``.
public final class DiscardBag: Sendable {
  private let source = Locked(DiscardSource())

  /// Creates an empty bag.
  public init() {}

  deinit {
    source.withLock { $0 }.discard()
  }

  /// Discards every promise in the bag, in the order in which they came, and leaves it empty.
  ///
  /// Any thread. Handlers have run, or are with their contexts, before this returns; those past the
  /// depth at which handlers nest run later (spec 3.4.2, 6.7.2).
  ///
  /// - Complexity: O(*n*) in the number of promises.
  public func discardAll() {
    let fresh = DiscardSource()
    let full = source.withLock { source in
      defer { source = fresh }
      return source
    }
    full.discard()
  }

  /// What discards the promises that come now.
  fileprivate var token: DiscardToken { source.withLock { $0.token } }
}

extension Promise {
  /// Puts this promise into `bag`, which discards it when it goes.
  ///
  ///     load(1)
  ///       .observe(on: MainActor.shared, owner: self) { screen, result in screen.show(result) }
  ///       .discarded(by: bag)
  ///
  /// A handler that captured `self`, which has the bag, would keep both while the promise is
  /// pending: name the owner, as here, or capture `[weak self]`.
  ///
  /// A settled promise is ignored. To put one in twice changes nothing. A discard is the owner's
  /// decision: it also reaches others who wait for this promise. Derive one and put that in where
  /// others should not notice (spec 6.7).
  ///
  /// - Parameter bag: What discards this promise, besides others.
  /// - Returns: This promise.
  @discardableResult
  public func discarded(by bag: DiscardBag) -> Promise<Value> {
    discarded(by: bag.token)
  }
}
