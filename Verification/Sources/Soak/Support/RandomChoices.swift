import Numbers

/// Random choices that are the same for the same seed.
struct RandomChoices: RandomNumberGenerator {
  private var numbers: SplitMix64

  /// Creates the choices of one operation, independently of the thread that runs it.
  init(seed: UInt64, operation: Int) {
    var first = SplitMix64(seed: seed ^ UInt64(operation) &* 0xD134_2543_DE82_EF95)
    numbers = SplitMix64(seed: first.next())
  }

  mutating func next() -> UInt64 {
    numbers.next()
  }

  /// Returns a random number in a range.
  mutating func draw(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &self)
  }

  /// Returns `true` with a probability of 1 / `count`.
  mutating func chance(oneIn count: Int) -> Bool {
    draw(1...count) == 1
  }

  /// Returns a random delay.
  ///
  /// Two random delays are equally likely to end in either order.
  mutating func delay() -> Duration {
    .microseconds(draw(1...3_000))
  }
}
