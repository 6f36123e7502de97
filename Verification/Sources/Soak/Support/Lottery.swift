import Numbers

/// What is drawn by lot, the same for the same seed.
struct Lottery: RandomNumberGenerator {
  private var numbers: SplitMix64

  /// The numbers of one operation, whoever comes to run it.
  init(seed: UInt64, operation: Int) {
    var first = SplitMix64(seed: seed ^ UInt64(operation) &* 0xD134_2543_DE82_EF95)
    numbers = SplitMix64(seed: first.next())
  }

  mutating func next() -> UInt64 {
    numbers.next()
  }

  /// A number from a range.
  mutating func draw(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &self)
  }

  /// Yes, once in `count` times.
  mutating func hits(oneIn count: Int) -> Bool {
    draw(1...count) == 1
  }

  /// A time that is as likely to be over before as after another one.
  mutating func moment() -> Duration {
    .microseconds(draw(1...3_000))
  }
}
