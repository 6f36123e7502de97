import GRPCCore
import Pledge
import Synchronization

/// The numbers of this worker's calls, by outcome, until it accepts no more.
final class WorkCounts: Sendable {
  struct Numbers: Codable, Equatable, Sendable {
    var started = 0
    var answered = 0
    var refused = 0
    /// The caller canceled, or its deadline passed.
    var cancelled = 0

    var underWay: Int { started - answered - refused - cancelled }
  }

  private struct State {
    var numbers = Numbers()
    var isOpen = true
    var isIdle: Bool { !isOpen && numbers.underWay == 0 }
  }

  private let state = Mutex(State())
  private let idle = Promise<Void>()

  var current: Numbers { state.withLock { $0.numbers } }

  var isOpen: Bool { state.withLock { $0.isOpen } }

  /// Counts a call that begins, unless no more are accepted.
  ///
  /// - Returns: Whether the call is accepted.
  func begin() -> Bool {
    state.withLock { state in
      if state.isOpen { state.numbers.started += 1 }
      return state.isOpen
    }
  }

  func ended(_ result: Result<UInt64, any Error>) {
    let isIdle = state.withLock { state in
      switch result {
      case .success: state.numbers.answered += 1
      case .failure(let error as RPCError) where error.code == .resourceExhausted:
        state.numbers.refused += 1
      case .failure: state.numbers.cancelled += 1
      }
      return state.isIdle
    }
    if isIdle { idle.resolve() }
  }

  /// Accepts no more calls.
  ///
  /// - Returns: A promise that is fulfilled when the current calls have ended.
  func close() -> Future<Void> {
    let isIdle = state.withLock { state in
      state.isOpen = false
      return state.isIdle
    }
    if isIdle { idle.resolve() }
    return idle
  }
}
