/// An error that indicates that a promise was discarded (spec 6.1.1).
///
/// All errors of this type are equal, whatever their causes.
public struct DiscardedError: Error, Hashable, CustomStringConvertible {
  /// The cause of a discard.
  public enum Cause: Sendable, Hashable {
    /// The owner of the promise discarded it: with `discard()`, a bag, or a token.
    case owner
    /// The last consumer of the promise detached, for example at a timeout.
    case lastConsumer
  }

  /// The cause of the discard, if known (spec 6.1.10).
  public let cause: Cause?

  /// The promise, if it was observed when it was discarded.
  private let promise: Subject?

  /// Creates the error.
  ///
  /// - Parameter cause: The cause of the discard.
  public init(cause: Cause? = nil) {
    self.init(cause, of: nil)
  }

  private init(_ cause: Cause?, of promise: Subject?) {
    self.cause = cause
    self.promise = promise
  }

  /// The cause, and how to keep the work if its last consumer detached.
  ///
  /// If an observer was installed, the description contains the location and the label of the
  /// promise.
  public var description: String {
    let place = promise.map { " created at \($0.site.text(labeled: $0.label))" } ?? ""
    let start = "the promise\(place) was discarded"
    switch cause {
    case nil: return start
    case .owner: return "\(start) by its owner, with discard(), a bag, or a token"
    case .lastConsumer:
      return """
        \(start) when its last consumer detached (for example, at a time limit); use shared() to \
        keep the work
        """
    }
  }

  /// Returns `true`, because causes are not compared.
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
  private static let boxedForConsumer: any Error = DiscardedError(cause: .lastConsumer)

  /// Returns the error for a node; it names the promise while events are observed.
  @inline(__always) static func boxed(_ cause: Cause?, for node: Node) -> any Error {
    if InstrumentationFlags.current.includeAny(of: .events), node.isPromise {
      return DiscardedError(cause, of: Subject(node))
    }
    return switch cause {
    case .owner: boxedForOwner
    case .lastConsumer: boxedForConsumer
    case nil: boxed
    }
  }
}
