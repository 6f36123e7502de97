/// The work of a worker: a calculation that takes a while, occasionally a very long one.
struct Work: Sendable {
  /// The way in which a worker handles a call.
  enum Mood: Equatable {
    case prompt(Duration)
    /// Stalls for longer than any caller waits.
    case stalled(Duration)
    /// Refuses the call.
    case busy
  }

  /// Changes with the results and with the messages between coordinators and workers.
  static let version = 1

  let worker: Int
  let seed: Int

  /// Returns the correct answer to `item`.
  ///
  /// The coordinator uses it to verify responses.
  static func result(of item: Int) -> UInt64 { UInt64(mixing: item) }

  /// One call in two hundred stalls, one in two hundred is refused, and the others take up to 4 ms.
  func mood(for item: Int, attempt: Int) -> Mood {
    let number = UInt64(mixing: seed, worker, item, attempt)
    return switch number % 200 {
    case 0: .stalled(.seconds(3600))
    case 1: .busy
    default: .prompt(.microseconds((number >> 32) % 4000))
    }
  }
}

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
