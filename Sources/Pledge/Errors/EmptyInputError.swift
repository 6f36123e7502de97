public import PledgeCore

/// An error that indicates that a combinator that needs at least one promise received none
/// (spec 11.3.3).
///
/// All errors of this type are equal, whatever their origins.
public struct EmptyInputError: Error, Hashable, CustomStringConvertible {
  /// The combinator, and the source location of its call, if known.
  private let origin: (operatorID: OperatorID, site: Site)?

  /// Creates the error.
  public init() {
    origin = nil
  }

  @usableFromInline package init(from operatorID: OperatorID, at site: Site) {
    origin = (operatorID, site)
  }

  /// A description of the error, with the combinator and the source location of its call.
  public var description: String {
    guard let origin else { return "at least one promise is needed, and none was given" }
    let place = "\(origin.operatorID.name) at \(origin.site.text)"
    return "\(place) needs at least one promise, and got none"
  }

  /// Returns `true`, because origins are not compared.
  public static func == (_: EmptyInputError, _: EmptyInputError) -> Bool { true }

  /// Hashes nothing, because all errors of this type are equal.
  public func hash(into _: inout Hasher) {}
}
