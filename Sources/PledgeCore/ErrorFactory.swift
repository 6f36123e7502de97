public import CPledge

/// The errors that the core rejects promises with.
///
/// Their types are public, so they are declared above the core, and handed down with the first site
/// that is made, which is before the first promise.
@usableFromInline package struct ErrorFactory: Sendable {
  private let discarded: any Error
  private let cycle: @Sendable ([Site]) -> any Error
  private let broken: @Sendable (BrokenPromise) -> any Error
  private let brokenPromise: @Sendable (any Error) -> BrokenPromise?
  private let isCancellation: @Sendable (any Error) -> Bool

  package init(
    discarded: any Error,
    cycle: @escaping @Sendable ([Site]) -> any Error,
    broken: @escaping @Sendable (BrokenPromise) -> any Error,
    brokenPromise: @escaping @Sendable (any Error) -> BrokenPromise?,
    isCancellation: @escaping @Sendable (any Error) -> Bool
  ) {
    self.discarded = discarded
    self.cycle = cycle
    self.broken = broken
    self.brokenPromise = brokenPromise
    self.isCancellation = isCancellation
  }

  private static let current = Locked<ErrorFactory?>(nil)

  /// Whether it has been handed down.
  // Acquiring: pairs with `handDown()`.
  @inlinable @inline(__always) package static var isKnown: Bool { pledge_knows_vocabulary() }

  /// Makes this what the core says; every call says the same.
  @usableFromInline package func handDown() {
    ErrorFactory.current.withLock { $0 = $0 ?? self }
    pledge_set_knows_vocabulary()
  }

  private static let known: ErrorFactory = {
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

  static func broken(_ brokenPromise: BrokenPromise) -> any Error {
    known.broken(brokenPromise)
  }

  /// The loss that `error` tells of, if it does.
  static func brokenPromise(of error: any Error) -> BrokenPromise? {
    known.brokenPromise(error)
  }

  /// Whether `error` says that nobody wanted the outcome any more.
  static func isCancellation(_ error: any Error) -> Bool {
    known.isCancellation(error)
  }
}

/// An error that says that nobody wanted the outcome any more.
package protocol DiscardError: Error {}
