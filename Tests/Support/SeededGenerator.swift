/// A generator that yields the same pseudo-random numbers in every run.
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  /// Creates a generator whose numbers depend on `seed`, which must not be 0.
  package init(seed: UInt64) {
    precondition(seed != 0, "a seed of 0 yields only zeros")
    state = seed
  }

  /// Returns the next number, which is never 0.
  package mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
