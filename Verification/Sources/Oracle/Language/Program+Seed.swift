internal import Numbers

extension Program {
  /// Creates the program of a seed, with tens to hundreds of actions.
  public init(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let count = Int.random(in: 40...800, using: &generator)
    self.init(bytes: (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) })
  }
}
