/// A piece of work that several peers do.
struct Workload: Sendable {
  /// The purpose of a measurement.
  enum Kind: String, Encodable, Sendable {
    /// The cost of one operation: time, instructions, allocations.
    case operation
    /// The number of bytes of a pending object.
    case footprint
    /// The maximum depth on a small stack, and its memory.
    case depth
    /// The growth of time and memory.
    case growth
  }

  let id: String
  let title: String
  private(set) var kind = Kind.operation
  /// The group size: counts should be its multiples.
  var group = 1
  /// Returns the checksum of the given number of correct operations.
  let checksum: @Sendable (Int) -> Int
  let competitors: [Competitor]
  /// Pledge's modules in place of older libraries: their counts are compared with those of the
  /// originals, and they are not timed.
  var older: [Competitor] = []

  /// Returns the workload for another measurement.
  func measuring(_ kind: Kind) -> Workload {
    var workload = self
    workload.kind = kind
    return workload
  }

  /// All competitors.
  var everybody: [Competitor] { competitors + older }

  func competitor(_ peer: Peer) -> Competitor? {
    everybody.first { $0.peer == peer }
  }
}

extension Workload {
  /// Creates a workload of the competitors that the block lists.
  init(
    _ id: String,
    _ title: String,
    _ checksum: @escaping @Sendable (Int) -> Int,
    group: Int = 1,
    older: [Competitor] = [],
    @CompetitorsBuilder competitors: () -> [Competitor]
  ) {
    self.init(
      id: id,
      title: title,
      group: group,
      checksum: checksum,
      competitors: competitors(),
      older: older
    )
  }

  /// Creates a workload of Pledge alone.
  init(
    _ id: String,
    _ title: String,
    _ checksum: @escaping @Sendable (Int) -> Int,
    _ operate: @escaping @Sendable (Int) -> Int
  ) {
    self.init(id, title, checksum) { Competitor(.pledge, operate) }
  }
}

@resultBuilder enum CompetitorsBuilder {
  static func buildBlock(_ competitors: Competitor...) -> [Competitor] { competitors }

  static func buildBlock(_ competitors: [Competitor]) -> [Competitor] { competitors }
}
