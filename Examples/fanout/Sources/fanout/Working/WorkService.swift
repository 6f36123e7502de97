import GRPCCore
import Pledge

/// The service of a worker.
struct WorkService: RegistrableRPCService {
  let work: Work
  var version = Work.version
  let counts = WorkCounts()

  func registerMethods<Transport: ServerTransport>(with router: inout RPCRouter<Transport>) {
    Methods.work.register(with: &router) { request, context in
      try check(request.version)
      guard counts.begin() else { throw WorkService.isClosing }
      let result = try await race(answer(to: request), cancellation(in: context))
        .observe { counts.ended($0) }
        .value
      return WorkResponse(item: request.item, result: result)
    }
    Methods.beat.register(with: &router) { version, _ in
      try check(version)
      // A coordinator then sends no more calls, and waits for the current ones.
      guard counts.isOpen else { throw WorkService.isClosing }
      return Nothing()
    }
    Methods.count.register(with: &router) { _, _ in counts.current }
  }

  private static let isClosing = RPCError(code: .unavailable, message: "it is shutting down")

  /// Throws if the coordinator has another version, as its results may be different.
  private func check(_ coordinator: Int) throws {
    guard coordinator != version else { return }
    let message = "it has version \(version), not \(coordinator)"
    throw RPCError(code: .failedPrecondition, message: message)
  }

  private func answer(to request: WorkRequest) -> Promise<UInt64> {
    let item = request.item
    return switch work.mood(for: item, attempt: request.attempt) {
    case .prompt(let time), .stalled(let time): after(time).map { Work.result(of: item) }
    case .busy: Promise(error: RPCError(code: .resourceExhausted, message: "busy, ask another"))
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
