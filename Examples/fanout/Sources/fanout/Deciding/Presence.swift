/// The state of a worker, derived from its heartbeats and its calls.
struct Presence: Equatable, Sendable {
  /// The result of a heartbeat.
  enum Beat: Equatable, Sendable {
    case answered
    /// There was no answer in time.
    case missed
    /// The worker could not be reached, or the connection was lost.
    case gone
    /// The worker has another version.
    case incompatible
  }

  enum State: Equatable, Sendable {
    case present, away, incompatible
    /// The process has ended for good.
    case dead
  }

  private(set) var state: State
  /// The number of times that the worker has come back.
  private(set) var returns = 0
  private var missed = 0
  private var wasPresent: Bool

  init(_ state: State) {
    self.state = state
    wasPresent = state == .present
  }

  var isPresent: Bool { state == .present }

  /// Records the result of a heartbeat.
  ///
  /// One that was missed may have been lost; from the second in a row on, the worker is away.
  ///
  /// - Returns: Whether the connection is stuck. Its calls would notice that only after minutes.
  mutating func record(_ beat: Beat) -> Bool {
    guard state != .dead else { return false }
    missed = beat == .missed ? missed + 1 : 0
    switch beat {
    case .answered: welcome()
    case .missed where missed < 2: return false
    case .missed, .gone: state = .away
    case .incompatible: state = .incompatible
    }
    return beat == .missed
  }

  /// Records that a call has not reached the worker; only a heartbeat shows that it is back.
  mutating func wasGone() {
    if state == .present { state = .away }
  }

  /// Records that the process of the worker has ended.
  mutating func died() { state = .dead }

  private mutating func welcome() {
    guard state != .present else { return }
    state = .present
    if wasPresent { returns += 1 }
    wasPresent = true
  }
}
