public import PledgeCore

/// The calls that led to a promise, innermost first: return addresses, to be symbolised when shown.
///
/// They are at most ``capacity``, so an event needs no memory of its own. The first ones may be
/// Pledge's own.
public struct Callers: Sendable, RandomAccessCollection {
  /// How many there are at most.
  public static let capacity = Ancestry.capacity

  let ancestry: Ancestry

  /// Creates an empty collection.
  public init() {
    ancestry = Ancestry()
  }

  /// Creates a collection of the first addresses of `addresses`.
  ///
  /// - Parameter addresses: Return addresses, innermost first, up to a zero, where there is no code;
  ///   those past ``capacity`` are left out.
  public init(_ addresses: some Sequence<UInt>) {
    ancestry = Ancestry(addresses)
  }

  @usableFromInline package init(_ ancestry: Ancestry) {
    self.ancestry = ancestry
  }

  /// The first index, which is zero.
  public var startIndex: Int { 0 }

  /// The index after the last one.
  public var endIndex: Int { ancestry.count }

  /// The return address at `position`, which has to be one of the indices.
  public subscript(position: Int) -> UInt {
    precondition(indices.contains(position), "index \(position), but there are \(endIndex) callers")
    return ancestry[position]
  }
}
