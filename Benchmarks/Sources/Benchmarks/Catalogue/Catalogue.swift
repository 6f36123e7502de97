/// Every workload there is, as data.
///
/// A peer that is missing from one has no way to do it, or none that is its own.
enum Catalogue {
  static let workloads = operations + footprints + depths + growths

  static func workload(_ id: String) -> Workload? {
    workloads.first { $0.id == id }
  }

  /// What one operation costs.
  static let operations = maps + flatMaps + crowds + departures + threads + awaits + bridges

  /// Pledge's modules with the API of older libraries.
  static let olderPeers: [any OlderPeer.Type] = [
    PromiseKitPeer.self, BrightFuturesPeer.self, SundellPeer.self, BoltsPeer.self, ThenPeer.self,
    WhenPeer.self, PromisesPeer.self,
  ]

  /// The sum of 0, 1, 2 …, each plus `increment`.
  static func sumOfIndices(plus increment: Int) -> @Sendable (Int) -> Int {
    { count in count * (count - 1) / 2 + count * increment }
  }

  /// One for each operation.
  @Sendable
  static func ones(_ count: Int) -> Int { count }
}
