/// A piece of work that several peers do.
struct Workload: Sendable {
  /// What the work is measured for.
  enum Kind: String, Encodable, Sendable {
    /// What one operation costs: time, instructions, allocations.
    case operation
    /// How many bytes a pending thing holds.
    case footprint
    /// How deep it goes on a small stack, and what memory that takes.
    case depth
    /// How time and memory grow.
    case growth
  }

  let id: String
  let title: String
  /// What the count counts.
  let unit: String
  let kind: Kind
  /// How many operations make a whole: counts are best multiples of it.
  var group = 1
  /// The checksum of that many operations done right.
  let checksum: @Sendable (Int) -> Int
  let competitors: [Competitor]
  /// Pledge's modules in the place of older libraries: counted beside what those took, and not timed.
  var older: [Competitor] = []

  /// Everybody who does the work.
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
