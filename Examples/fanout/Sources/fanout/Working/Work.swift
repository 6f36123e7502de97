/// What the workers do: a sum that takes a while, now and then a very long one.
struct Work: Sendable {
  /// How a worker takes a call.
  enum Mood: Equatable {
    case prompt(Duration)
    /// It stalls for longer than anybody waits.
    case stalled(Duration)
    /// It refuses.
    case busy
  }

  let worker: Int
  let seed: Int

  /// The answer to `item`, which anybody can check.
  static func result(of item: Int) -> UInt64 { UInt64(mixing: item) }

  /// One call in two hundred stalls, one in two hundred is refused, the others take up to 4 ms.
  func mood(for item: Int, attempt: Int) -> Mood {
    let number = UInt64(mixing: seed, worker, item, attempt)
    return switch number % 200 {
    case 0: .stalled(.seconds(3600))
    case 1: .busy
    default: .prompt(.microseconds(Int(number >> 32) % 4000))
    }
  }
}
