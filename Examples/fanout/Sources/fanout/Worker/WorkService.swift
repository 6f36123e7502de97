import GRPCCore
import Pledge
import SwiftProtobuf
import Synchronization

/// The service of a worker.
final class WorkService: Pledge_Fanout_Worker.SimpleServiceProtocol {
  /// Starts the work on an item, in a slot of a queue.
  typealias Answer =
    @Sendable (_ item: Int, _ attempt: Int, _ queue: PromiseQueue) -> Promise<UInt64>

  private let worker: Int
  private let version: Int
  private let answer: Answer
  /// Limits the items at a time; other items wait in line.
  private let queue = PromiseQueue(limit: 16)
  private let isClosed = Mutex(false)

  init(worker: Int, version: Int = Work.version, answer: @escaping Answer) {
    self.worker = worker
    self.version = version
    self.answer = answer
  }

  func work(
    request: Pledge_Fanout_Item,
    context: ServerContext
  ) async throws -> Pledge_Fanout_Answer {
    try check(request.version)
    let answer = answer(Int(request.id), Int(request.attempt), queue)
    let result = try await value(of: answer)
    return .with {
      $0.result = result
      $0.worker = UInt32(worker)
    }
  }

  /// Accepts no more calls.
  ///
  /// - Returns: A promise that is fulfilled when the current calls have ended, except those that
  ///   are stalled.
  func close() -> Promise<Void> {
    isClosed.withLock { $0 = true }
    return queue.drained()
  }

  /// Throws if the worker is closed, or the coordinator has another version, as its results may be
  /// different.
  private func check(_ coordinator: UInt32) throws {
    if isClosed.withLock(\.self) { throw WorkService.isClosing }
    guard coordinator != version else { return }
    let message = "it has version \(version), not \(coordinator)"
    throw RPCError(code: .failedPrecondition, message: message)
  }

  /// Discards `answer` as soon as the caller no longer waits for it, or the server shuts down.
  ///
  /// gRPC does not cancel the task of a call then, but calls a handler.
  private func value(of answer: Promise<UInt64>) async throws -> UInt64 {
    do {
      return try await withRPCCancellationHandler {
        try await answer.value
      } onCancelRPC: {
        answer.discard()
      }
    } catch let error where error.isCancellation {
      throw WorkService.isClosing
    }
  }

  private static let isClosing = RPCError(code: .unavailable, message: "it is shutting down")
}
