import GRPCCore
import Pledge
import SwiftProtobuf
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
    let item = Pledge_Fanout_Item.with {
      $0.id = UInt64(assignment.item)
      $0.attempt = UInt32(assignment.earlier)
      $0.version = UInt32(Work.version)
    }
    return current.request { [worker, options = options(timeLeft)] stub in
      let answer = try await stub.work(item, options: options)
      return Answer(
        item: Int(truncatingIfNeeded: answer.id),
        worker: worker,
        value: answer.result,
        timeSeen: .milliseconds(answer.millisecondsLeft)
      )
    }
    .mapError { [worker] in CallFailure($0, of: worker) }
  }

  /// Asks the worker whether it accepts calls.
  func beat(within limit: Duration) -> Promise<Void> {
    let request = Pledge_Fanout_BeatRequest.with { $0.version = UInt32(Work.version) }
    return current.request { [options = options(limit)] stub in
      _ = try await stub.beat(request, options: options)
    }
    .mapError { [worker] in CallFailure($0, of: worker) }
  }

  /// Asks the worker for the outcomes of its calls.
  func counts() -> Promise<WorkCounts.Numbers> {
    current.request { stub in
      let counts = try await stub.count(.init())
      return WorkCounts.Numbers(
        started: Int(counts.started),
        answered: Int(counts.answered),
        refused: Int(counts.refused),
        cancelled: Int(counts.cancelled)
      )
    }
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
