public import CPledge

/// The errors with which the core rejects promises.
///
/// Their types are public, and so declared above the core. They are installed before the
/// first site is created, and so before the first promise.
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

  /// Whether a factory has been installed.
  // Acquiring: pairs with `install()`.
  @inlinable @inline(__always) package static var isInstalled: Bool { pledge_knows_errors() }

  /// Makes this the factory of the core; all calls install equivalent factories.
  @usableFromInline package func install() {
    ErrorFactory.current.withLock { $0 = $0 ?? self }
    pledge_set_knows_errors()
  }

  private static let installed: ErrorFactory = {
    guard let installed = current.withLock({ $0 }) else {
      preconditionFailure("a promise was made without a site")
    }
    return installed
  }()

  /// The discard error, boxed once, so that discarding a chain does not allocate.
  static let discarded: any Error = installed.discarded

  static func cycle(_ sites: [Site]) -> any Error {
    installed.cycle(sites)
  }

  static func broken(_ brokenPromise: BrokenPromise) -> any Error {
    installed.broken(brokenPromise)
  }

  /// Returns the broken promise that `error` describes; `nil` if it is another error.
  static func brokenPromise(of error: any Error) -> BrokenPromise? {
    installed.brokenPromise(error)
  }

  /// Returns whether `error` means that the work was canceled.
  static func isCancellation(_ error: any Error) -> Bool {
    installed.isCancellation(error)
  }
}

/// An error that means that the promise was discarded.
package protocol DiscardError: Error {}
