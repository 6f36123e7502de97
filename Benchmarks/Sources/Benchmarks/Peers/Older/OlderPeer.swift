/// A module with the API of an older library, for the workloads measured with the original.
///
/// Handlers run on the most immediate executor of the API.
protocol OlderPeer: SendableMetatype {
  static var peer: Peer { get }
  static var observedPromise: Competitor { get }

  static func settledMaps(_ count: Int) -> Int
  static func pendingMaps(_ count: Int) -> Int
  static func pendingFlatMaps(_ count: Int) -> Int
  static func fanOut(_ count: Int, size: Int) -> Int
}

/// A module that can also wait for many promises.
protocol JoiningPeer: OlderPeer {
  static func fanIn(_ count: Int, size: Int) -> Int
}
