/// The deposits and withdrawals of a retry budget in a sliding window.
///
/// The window consists of ten slices, the last of which is the current one. Counts are integers, so
/// that rounding errors do not accumulate.
struct RetryTokens: Sendable {
  /// The number of slices in a window.
  static let slices = 10

  private struct Slice {
    var deposits = 0
    var withdrawals = 0
  }

  /// The tokens of a deposit.
  let ratio: Double
  /// The tokens that are available in addition to the deposits.
  let reserve: Double
  /// The slices of the window, each at the remainder of its number.
  private var window = Array(repeating: Slice(), count: slices)
  private var latest = 0
  private var deposits = 0
  private var withdrawals = 0

  init(ratio: Double, reserve: Double) {
    self.ratio = ratio
    self.reserve = reserve
  }

  mutating func deposit(in slice: Int) {
    advance(to: slice)
    window[latest % RetryTokens.slices].deposits += 1
    deposits += 1
  }

  /// Withdraws a token if there is one.
  ///
  /// - Returns: The slice from which a token was withdrawn; `nil` if there is none.
  mutating func withdraw(in slice: Int) -> Int? {
    guard balance(in: slice) > 0 else { return nil }
    window[latest % RetryTokens.slices].withdrawals += 1
    withdrawals += 1
    return latest
  }

  /// Returns a token that was withdrawn from `slice` and not used.
  mutating func restore(to slice: Int) {
    // A withdrawal that has left the window does not count any more.
    guard slice > latest - RetryTokens.slices else { return }
    window[slice % RetryTokens.slices].withdrawals -= 1
    withdrawals -= 1
  }

  /// Returns the number of whole tokens; never negative.
  mutating func balance(in slice: Int) -> Int {
    advance(to: slice)
    // A product such as 100 × 0.29 may be slightly too small.
    let tokens = Double(deposits) * ratio + reserve + 1e-9
    return tokens < 1e15 ? max(Int(tokens) - withdrawals, 0) : .max
  }

  /// Removes the slices that have left the window; time that goes backward is ignored.
  private mutating func advance(to slice: Int) {
    guard slice > latest else { return }
    for number in latest + 1...min(slice, latest + RetryTokens.slices) {
      deposits -= window[number % RetryTokens.slices].deposits
      withdrawals -= window[number % RetryTokens.slices].withdrawals
      window[number % RetryTokens.slices] = Slice()
    }
    latest = slice
  }
}
