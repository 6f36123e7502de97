/// A module with the API of an older library, which does what the original was measured in.
///
/// Handlers run on the most immediate executor that the API has.
protocol OlderPeer: SendableMetatype {
  static var peer: Peer { get }
  static var observedPromise: Competitor { get }

  static func settledMaps(_ count: Int) -> Int
  static func pendingMaps(_ count: Int) -> Int
  static func pendingFlatMaps(_ count: Int) -> Int
  static func fanOut(_ count: Int, size: Int) -> Int
}

/// One that can wait for many, too.
protocol JoiningPeer: OlderPeer {
  static func fanIn(_ count: Int, size: Int) -> Int
}
