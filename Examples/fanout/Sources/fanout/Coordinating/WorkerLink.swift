import GRPCCore
import GRPCNIOTransportHTTP2Posix
import Pledge
import SwiftProtobuf

/// The connection to one worker; each call is a promise.
final class WorkerLink: Sendable {
  private typealias Transport = HTTP2ClientTransport.Posix

  private let worker: Int
  private let client: GRPCClient<Transport>
  private let connections: Promise<Void>

  init(worker: Int, port: Int) throws {
    self.worker = worker
    let client = GRPCClient(
      transport: try Transport(
        target: .ipv4(address: "127.0.0.1", port: port),
        transportSecurity: .plaintext
      )
    )
    self.client = client
    connections = Promise { try await client.runConnections() }
    connections.ignoringErrors()
  }

  /// Sends `assignment` to the worker, with the remaining time as the call's timeout.
  ///
  /// Discarding the promise cancels the call, and the worker is notified.
  func call(_ assignment: Assignment, timeLeft: Duration) -> Promise<Answer> {
    var options = CallOptions.defaults
    options.timeout = timeLeft
    let item = Pledge_Fanout_Item.with {
      $0.id = UInt64(assignment.item)
      $0.attempt = UInt32(assignment.earlier)
    }
    return Promise { [client, worker, options] in
      let answer = try await Pledge_Fanout_Worker.Client(wrapping: client)
        .work(item, options: options)
      return Answer(
        item: Int(truncatingIfNeeded: answer.id),
        worker: worker,
        value: answer.result,
        timeSeen: .milliseconds(answer.millisecondsLeft)
      )
    }
    .mapError { [worker] in CallFailure($0, of: worker) }
  }

  /// Asks the worker for the outcomes of its calls.
  func counts() -> Promise<WorkCounts.Numbers> {
    Promise { [client] in
      let counts = try await Pledge_Fanout_Worker.Client(wrapping: client).count(.init())
      return WorkCounts.Numbers(
        started: Int(counts.started),
        answered: Int(counts.answered),
        refused: Int(counts.refused),
        cancelled: Int(counts.cancelled)
      )
    }
    .mapError { [worker] in CallFailure($0, of: worker) }
  }

  /// Ends the connection when its calls have ended.
  func close() { client.beginGracefulShutdown() }
}
