import GRPCCore
import Pledge
import Synchronization

/// The connection to one worker; each call is a promise.
final class WorkerLink: Sendable {
  let worker: Int
  let endpoint: Endpoint

  private let security: Security
  private let connection: Mutex<Connection>

  init(worker: Int, endpoint: Endpoint, security: Security = .plaintext) throws {
    self.worker = worker
    self.endpoint = endpoint
    self.security = security
    connection = Mutex(try Connection(to: endpoint, security: security))
  }

  /// Sends `assignment` to the worker, with the remaining time as the call's timeout.
  ///
  /// Discarding the promise cancels the call, and the worker is notified.
  func call(_ assignment: Assignment, timeLeft: Duration) -> Promise<Answer> {
    let request = WorkRequest(
      item: assignment.item,
      attempt: assignment.earlier,
      version: Work.version
    )
    return current.request { [worker, options = options(timeLeft)] client in
      let response = try await Methods.work.call(request, with: client, options: options)
      return Answer(item: response.item, worker: worker, value: response.result)
    }
    .mapError { [worker] in CallFailure($0, of: worker) }
  }

  /// Asks the worker whether it accepts calls.
  func beat(within limit: Duration) -> Promise<Void> {
    current.request { [options = options(limit)] client in
      _ = try await Methods.beat.call(Work.version, with: client, options: options)
    }
    .mapError { [worker] in CallFailure($0, of: worker) }
  }

  /// Asks the worker for the outcomes of its calls.
  func counts() -> Promise<WorkCounts.Numbers> {
    current.request { try await Methods.count.call(Nothing(), with: $0) }
      .mapError { [worker] in CallFailure($0, of: worker) }
  }

  /// Replaces the connection; calls on the previous one fail immediately.
  func reconnect() {
    // Its parameters have been valid before.
    guard let next = try? Connection(to: endpoint, security: security) else { return }
    connection.withLock { connection in
      defer { connection = next }
      return connection
    }
    .abandon()
  }

  /// Ends the connection when its calls have ended.
  func close() { current.close() }

  private var current: Connection { connection.withLock(\.self) }

  private func options(_ timeout: Duration) -> CallOptions {
    var options = CallOptions.defaults
    options.timeout = timeout
    return options
  }
}
