/// All workloads, as data.
///
/// A peer takes part where a budget or a page compares Pledge with it, if it has an API of its own.
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

  /// The checksum of the operations 0, 1, 2, and so on.
  static let indices = indices(plus: 0)

  /// Returns the checksum of 0, 1, 2, and so on, each multiplied by `factor`, plus `increment`.
  static func indices(times factor: Int = 1, plus increment: Int) -> @Sendable (Int) -> Int {
    { count in count * (count - 1) / 2 * factor + count * increment }
  }

  /// Returns the checksum of one for each operation.
  @Sendable
  static func ones(_ count: Int) -> Int { count }
}
