import GRPCCore
import Synchronization

/// The numbers of this worker's calls, by outcome.
final class WorkCounts: Sendable {
  struct Numbers: Equatable, Sendable {
    var started = 0
    var answered = 0
    var refused = 0
    /// The caller canceled, or its deadline passed.
    var cancelled = 0

    var underWay: Int { started - answered - refused - cancelled }
  }

  private let numbers = Mutex(Numbers())

  var current: Numbers { numbers.withLock { $0 } }

  func started() { numbers.withLock { $0.started += 1 } }

  func ended(_ result: Result<UInt64, any Error>) {
    numbers.withLock { numbers in
      switch result {
      case .success: numbers.answered += 1
      case .failure(let error as RPCError) where error.code == .resourceExhausted:
        numbers.refused += 1
      case .failure: numbers.cancelled += 1
      }
    }
  }
}
