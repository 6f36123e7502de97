public import CPledge

/// The errors that the core rejects promises with.
///
/// Their types are public, so they are declared above the core, and handed down with the first site
/// that is made, which is before the first promise.
@usableFromInline package struct Vocabulary: Sendable {
  private let discarded: any Error
  private let cycle: @Sendable ([Site]) -> any Error
  private let abandoned: @Sendable (Loss) -> any Error
  private let loss: @Sendable (any Error) -> Loss?
  private let isCancellation: @Sendable (any Error) -> Bool

  package init(
    discarded: any Error,
    cycle: @escaping @Sendable ([Site]) -> any Error,
    abandoned: @escaping @Sendable (Loss) -> any Error,
    loss: @escaping @Sendable (any Error) -> Loss?,
    isCancellation: @escaping @Sendable (any Error) -> Bool
  ) {
    self.discarded = discarded
    self.cycle = cycle
    self.abandoned = abandoned
    self.loss = loss
    self.isCancellation = isCancellation
  }

  private static let current = Locked<Vocabulary?>(nil)

  /// Whether it has been handed down.
  // Acquiring: pairs with `handDown()`.
  @inlinable @inline(__always) package static var isKnown: Bool { pledge_knows_vocabulary() }

  /// Makes this what the core says; every call says the same.
  @usableFromInline package func handDown() {
    Vocabulary.current.withLock { $0 = $0 ?? self }
    pledge_set_knows_vocabulary()
  }

  private static let known: Vocabulary = {
    guard let known = current.withLock({ $0 }) else {
      preconditionFailure("a promise was made without a site")
    }
    return known
  }()

  /// One box for all of them, so a chain that is discarded allocates none.
  static let discarded: any Error = known.discarded

  static func cycle(_ sites: [Site]) -> any Error {
    known.cycle(sites)
  }

  static func abandoned(_ loss: Loss) -> any Error {
    known.abandoned(loss)
  }

  /// The loss that `error` tells of, if it does.
  static func loss(of error: any Error) -> Loss? {
    known.loss(error)
  }

  /// Whether `error` says that nobody wanted the outcome any more.
  static func isCancellation(_ error: any Error) -> Bool {
    known.isCancellation(error)
  }
}

/// An error that says that nobody wanted the outcome any more.
package protocol DiscardError: Error {}
