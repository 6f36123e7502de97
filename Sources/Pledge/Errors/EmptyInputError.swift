public import PledgeCore

/// An error that indicates that a combinator that needs at least one promise received none
/// (spec 11.3.3).
///
/// All errors of this type are equal, whatever their origins.
public struct EmptyInputError: Error, Hashable, CustomStringConvertible {
  /// The promise of `race` or `any` that was rejected; `nil` if the error was created otherwise.
  public let origin: PromiseOrigin?

  /// Creates the error.
  public init() {
    origin = nil
  }

  @usableFromInline package init(from operatorID: OperatorID, at site: Site) {
    origin = PromiseOrigin(operatorID.name, at: site)
  }

  /// A description of the error, with the origin.
  public var description: String {
    "\(origin.introduction)at least one promise is needed, and none was given"
  }

  /// Returns `true`, because origins are not compared.
  public static func == (_: EmptyInputError, _: EmptyInputError) -> Bool { true }

  /// Hashes nothing, because all errors of this type are equal.
  public func hash(into _: inout Hasher) {}
}
