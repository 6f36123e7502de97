public import PledgeCore

/// The calls that led to a promise, as return addresses from the innermost outward.
///
/// Addresses are symbolized when they are shown. There are at most ``capacity`` of these, so an
/// event needs no memory of its own. The first ones may belong to Pledge itself.
public struct Callers: Sendable, RandomAccessCollection {
  /// The maximum number of addresses.
  public static let capacity = Ancestry.capacity

  let ancestry: Ancestry

  /// Creates an empty collection.
  public init() {
    ancestry = Ancestry()
  }

  /// Creates a collection of the first elements of `addresses`.
  ///
  /// - Parameter addresses: The return addresses, innermost first, up to the first zero, where
  ///   there is no code. Addresses past ``capacity`` are dropped.
  public init(_ addresses: some Sequence<UInt>) {
    ancestry = Ancestry(addresses)
  }

  @usableFromInline package init(_ ancestry: Ancestry) {
    self.ancestry = ancestry
  }

  /// The index of the first address: zero.
  public var startIndex: Int { 0 }

  /// The index after the last address.
  public var endIndex: Int { ancestry.count }

  /// The return address at a valid index.
  public subscript(position: Int) -> UInt {
    precondition(indices.contains(position), "index \(position), but there are \(endIndex) callers")
    return ancestry[position]
  }
}
