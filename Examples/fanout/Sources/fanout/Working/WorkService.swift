import GRPCCore
import Pledge
import SwiftProtobuf

/// The service of a worker.
struct WorkService: Pledge_Fanout_Worker.ServiceProtocol {
  let work: Work
  var version = Work.version
  /// Limits the items at a time; other items wait in line.
  var slots: PromiseQueue?
  let counts = WorkCounts()

  func work(
    request: ServerRequest<Pledge_Fanout_Item>,
    context: ServerContext
  ) async throws -> ServerResponse<Pledge_Fanout_Answer> {
    try check(request.message.version)
    guard counts.begin() else { throw WorkService.isClosing }
    let timeout = request.metadata[stringValues: "grpc-timeout"].first { _ in true }
    let timeSeen = timeout.flatMap { Duration(grpcTimeout: $0) } ?? .zero
    let answer = try await race(answer(to: request.message), cancellation(in: context))
      .observe { [counts] in counts.ended($0) }
      .value
    return ServerResponse(
      message: .with {
        $0.id = request.message.id
        $0.result = answer
        $0.millisecondsLeft = UInt64(timeSeen / .milliseconds(1))
      }
    )
  }

  func beat(
    request: ServerRequest<Pledge_Fanout_BeatRequest>,
    context: ServerContext
  ) async throws -> ServerResponse<Pledge_Fanout_BeatResponse> {
    try check(request.message.version)
    // A coordinator then sends no more calls, and waits for the current ones.
    guard counts.isOpen else { throw WorkService.isClosing }
    return ServerResponse(message: .init())
  }

  func count(
    request: ServerRequest<Pledge_Fanout_CountRequest>,
    context: ServerContext
  ) async throws -> ServerResponse<Pledge_Fanout_Counts> {
    let numbers = counts.current
    return ServerResponse(
      message: .with {
        $0.started = UInt64(numbers.started)
        $0.answered = UInt64(numbers.answered)
        $0.refused = UInt64(numbers.refused)
        $0.cancelled = UInt64(numbers.cancelled)
      }
    )
  }

  private static let isClosing = RPCError(code: .unavailable, message: "it is shutting down")

  /// Throws if the coordinator has another version, as its results may be different.
  private func check(_ coordinator: UInt32) throws {
    guard coordinator != version else { return }
    let message = "it has version \(version), not \(coordinator)"
    throw RPCError(code: .failedPrecondition, message: message)
  }

  private func answer(to item: Pledge_Fanout_Item) -> Promise<UInt64> {
    let id = Int(truncatingIfNeeded: item.id)
    switch work.mood(for: id, attempt: Int(item.attempt)) {
    case .prompt(let time):
      let work: @Sendable () -> Promise<UInt64> = { after(time).map { Work.result(of: id) } }
      return slots.map { $0.add(work) } ?? work()
    // A call that got lost needs no slot.
    case .stalled(let time): return after(time).map { Work.result(of: id) }
    case .busy:
      return Promise(error: RPCError(code: .resourceExhausted, message: "busy, ask another"))
    }
  }

  /// Returns a promise that is rejected as soon as the caller no longer waits for the answer.
  ///
  /// Canceled calls and passed deadlines do not cancel the handler's task; gRPC reports them only
  /// in the context.
  private func cancellation(in context: ServerContext) -> Promise<UInt64> {
    Promise {
      try await context.cancellation.cancelled
      throw RPCError(code: .cancelled, message: "the caller no longer waits for the answer")
    }
  }
}
