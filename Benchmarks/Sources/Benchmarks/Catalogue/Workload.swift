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
  /// The unit of the count.
  let unit: String
  let kind: Kind
  /// The group size, of which counts should be multiples.
  var group = 1
  /// Returns the checksum of the given number of correct operations.
  let checksum: @Sendable (Int) -> Int
  let competitors: [Competitor]
  /// Pledge's modules in place of older libraries: their counts are compared with those of the
  /// originals, and they are not timed.
  var older: [Competitor] = []

  /// All competitors.
  var everybody: [Competitor] { competitors + older }

  func competitor(_ peer: Peer) -> Competitor? {
    everybody.first { $0.peer == peer }
  }
}

extension Workload: Encodable {
  private enum Key: String, CodingKey {
    case workload
    case title
    case unit
    case kind
    case peers
    case older
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(id, forKey: .workload)
    try container.encode(title, forKey: .title)
    try container.encode(unit, forKey: .unit)
    try container.encode(kind, forKey: .kind)
    try container.encode(competitors.map(\.peer), forKey: .peers)
    try container.encode(older.map(\.peer), forKey: .older)
  }
}
