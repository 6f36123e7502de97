extension UInt64 {
  /// Creates a pseudorandom number that depends only on all of `numbers` (SplitMix64's finalizer).
  init(mixing numbers: Int...) {
    var mixed: UInt64 = 0
    for number in numbers {
      mixed &+= UInt64(bitPattern: Int64(number)) &+ 0x9E37_79B9_7F4A_7C15
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      mixed ^= mixed >> 31
    }
    self = mixed
  }
}
