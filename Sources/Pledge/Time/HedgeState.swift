internal import PledgeSupport

/// Decides when the attempts of a hedged operation start, and when none is left.
///
/// Each attempt has a number, by which its errors are ordered; the number of an attempt that the
/// budget denies is not used again.
struct HedgeState: Sendable {
  /// The action that follows an event.
  enum Step {
    case wait
    /// Start the attempt with the given number if the budget permits; otherwise, call
    /// ``HedgeState/deny(_:)``.
    case start(Int)
    /// Measure a silence after a denial, for the given number.
    case listen(Int)
    /// Reject with the errors, in the order of the attempts.
    case fail([any Error], isOverdrawn: Bool)
  }

  private let max: Int
  /// The number of the latest attempt; the first one starts with the hedge.
  private var latest = 1
  private var denied = 0
  private var running = 1
  private var errors: [Int: any Error] = [:]

  init(max: Int) {
    self.max = max
  }

  /// Whether another attempt follows a silence of the attempt with the given number.
  func listens(_ number: Int) -> Bool { number == latest && mayStart }

  private var mayStart: Bool { latest - denied < max }

  /// Records that `number` was silent.
  mutating func fellSilent(_ number: Int) -> Step {
    listens(number) ? begin() : .wait
  }

  /// Records that `number` failed.
  mutating func fail(_ number: Int, _ error: any Error) -> Step {
    errors[number] = error
    running -= 1
    if mayStart { return begin() }
    return running > 0 ? .wait : end(isOverdrawn: false)
  }

  /// Records that the budget does not permit `number`.
  mutating func deny(_ number: Int) -> Step {
    // While `number` counted, the latest attempt may have been the last one that is allowed. Then
    // its silence is not being measured.
    let wasFull = !mayStart
    denied += 1
    running -= 1
    guard running > 0 else { return end(isOverdrawn: true) }
    return number == latest || wasFull ? .listen(latest) : .wait
  }

  /// Counts the next attempt as running, so that no other thread starts it.
  private mutating func begin() -> Step {
    latest += 1
    running += 1
    return .start(latest)
  }

  private func end(isOverdrawn: Bool) -> Step {
    .fail(errors.sorted(byNumber: \.key).map(\.value), isOverdrawn: isOverdrawn)
  }
}
