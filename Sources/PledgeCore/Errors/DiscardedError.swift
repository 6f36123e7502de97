internal import PledgeSupport

/// An error that indicates that a promise was discarded (spec 6.1.1).
///
/// All errors of this type are equal, whatever their causes and reasons.
public struct DiscardedError: Error, Hashable, CustomStringConvertible {
  /// The cause of a discard.
  public enum Cause: Sendable, Hashable {
    /// The owner of the promise discarded it, with `discard()`.
    case owner
    /// A bag that the promise was added to discarded it, perhaps because the bag was released.
    case bag
    /// The last consumer of the promise detached, for example because it was discarded itself.
    case lastConsumer
    /// The last consumer of the promise detached at a time limit.
    case timeout
    /// A token that the promise was given discarded it.
    case token
  }

  /// The cause of the discard, if known (spec 6.1.10).
  public let cause: Cause?

  /// The reason that was given for the discard, such as in `discard(because:)`; `nil` if none was
  /// (spec 6.1.11).
  public let reason: String?

  /// The promise, if it was observed when it was discarded.
  private let promise: Subject?

  /// Creates the error.
  ///
  /// - Parameters:
  ///   - cause: The cause of the discard.
  ///   - reason: The reason for the discard.
  public init(cause: Cause? = nil, reason: String? = nil) {
    self.init(cause, reason, of: nil)
  }

  private init(_ cause: Cause?, _ reason: String?, of promise: Subject?) {
    self.cause = cause
    self.reason = reason
    self.promise = promise
  }

  /// The cause and the reason, and how to keep the work if its last consumer detached.
  ///
  /// If an observer was installed, the description contains the location and the label of the
  /// promise.
  public var description: String {
    let place = promise.map { " created at \($0.site.text(labeled: $0.label))" } ?? ""
    let text = "the promise\(place) was discarded\(causeText)"
    return reason.map { "\(text): \($0.line(limit: .error))" } ?? text
  }

  private var causeText: String {
    switch cause {
    case nil: ""
    case .owner: " by its owner, with discard()"
    case .bag: " by a bag, perhaps because the bag was released"
    case .lastConsumer: " when its last consumer detached; use shared() to keep the work"
    case .timeout: " when its last consumer detached at a time limit; use shared() to keep the work"
    case .token: " by a token"
    }
  }

  /// Returns `true`, because causes and reasons are not compared.
  public static func == (_: DiscardedError, _: DiscardedError) -> Bool { true }

  /// Hashes nothing, because all errors of this type are equal.
  public func hash(into _: inout Hasher) {}
}

extension DiscardedError {
  private final class Subject: Sendable {
    let site: Site
    let label: String?

    init(_ node: Node) {
      site = node.site
      label = node.label
    }
  }

  /// Instances that are boxed once, so that discarding a chain does not allocate.
  static let boxed: any Error = DiscardedError()
  private static let boxedForOwner: any Error = DiscardedError(cause: .owner)
  private static let boxedForBag: any Error = DiscardedError(cause: .bag)
  private static let boxedForConsumer: any Error = DiscardedError(cause: .lastConsumer)
  private static let boxedForTimeout: any Error = DiscardedError(cause: .timeout)
  private static let boxedForToken: any Error = DiscardedError(cause: .token)

  /// Returns the error for a node; it names the promise while events are observed.
  @inline(__always) static func boxed(_ cause: Cause?, for node: Node) -> any Error {
    let isPlain =
      CurrentThread.discardReason == 0 && !InstrumentationFlags.current.includeAny(of: .events)
    return isPlain ? boxed(cause) : named(cause, for: node)
  }

  @inline(never) private static func named(_ cause: Cause?, for node: Node) -> any Error {
    let error = DiscardReason.current?.error(cause) ?? DiscardedError(cause: cause)
    if InstrumentationFlags.current.includeAny(of: .events), node.isPromise {
      return DiscardedError(error.cause, error.reason, of: Subject(node))
    }
    return error.reason != nil ? error : boxed(error.cause)
  }

  @inline(__always) private static func boxed(_ cause: Cause?) -> any Error {
    switch cause {
    case nil: boxed
    case .owner: boxedForOwner
    case .bag: boxedForBag
    case .lastConsumer: boxedForConsumer
    case .timeout: boxedForTimeout
    case .token: boxedForToken
    }
  }
}
