/// All workloads, as data.
///
/// A peer is missing from a workload that it cannot do, or for which it has no API of its own.
enum Catalogue {
  static let workloads = operations + footprints + depths + growths

  static func workload(_ id: String) -> Workload? {
    workloads.first { $0.id == id }
  }

  /// The workloads that measure the cost of one operation.
  static let operations =
    maps + flatMaps + everyday + crowds + detachments + threads + awaits + bridges

  /// Pledge's modules with the API of older libraries.
  static let olderPeers: [any OlderPeer.Type] = [
    PromiseKitPeer.self, BrightFuturesPeer.self, SundellPeer.self, BoltsPeer.self, ThenPeer.self,
    WhenPeer.self, PromisesPeer.self,
  ]

  /// Returns the sum of 0, 1, 2 …, each plus `increment`.
  static func sumOfIndices(plus increment: Int) -> @Sendable (Int) -> Int {
    { count in count * (count - 1) / 2 + count * increment }
  }

  /// Returns one for each operation.
  @Sendable
  static func ones(_ count: Int) -> Int { count }
}
