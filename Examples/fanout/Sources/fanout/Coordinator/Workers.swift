import GRPCCore
import GRPCNIOTransportHTTP2Posix
import Pledge
import SwiftProtobuf

/// The workers of a run, as one client of gRPC.
///
/// gRPC distributes the calls over the workers to which it is connected. It notices workers that
/// are gone or hang, and connects to them again.
final class Workers: Sendable {
  private typealias Transport = HTTP2ClientTransport.Posix

  private let stub: Pledge_Fanout_Worker.Client<Transport>
  private let connections: Promise<Void>

  init(at endpoints: [Endpoint], security: Security = .plaintext) throws {
    let client = GRPCClient(
      transport: try Transport(
        target: .ipv4(pairs: endpoints.map { ($0.host, $0.port) }),
        transportSecurity: security.ofClient,
        config: .defaults {
          // A worker that hangs is noticed after five seconds. A ping restarts the timeout, which
          // therefore has to be shorter than the time between pings, and without
          // `allowWithoutCalls`, there are no more pings once no call is under way (2.9.2).
          $0.connection.keepalive = .init(
            time: .seconds(3),
            timeout: .seconds(2),
            allowWithoutCalls: true
          )
          $0.backoff.initial = .milliseconds(100)
          $0.backoff.max = .seconds(1)
        },
        serviceConfig: ServiceConfig(loadBalancingConfig: [.roundRobin])
      )
    )
    stub = Pledge_Fanout_Worker.Client(wrapping: client)
    connections = Promise { try await client.runConnections() }
    connections.ignoringErrors()
  }

  /// Asks a worker for `item`, with the remaining time as the call's timeout.
  ///
  /// Discarding the promise cancels the call on the worker.
  func answer(to item: Int, attempt: Int, timeLeft: Duration) -> Promise<Answer> {
    let request = Pledge_Fanout_Item.with {
      $0.id = UInt64(item)
      $0.attempt = UInt32(attempt)
      $0.version = UInt32(Work.version)
    }
    var options = CallOptions.defaults
    options.timeout = max(timeLeft, .milliseconds(1))
    return Promise { [stub, options] in
      let answer = try await stub.work(request, options: options)
      return Answer(item: item, worker: Int(answer.worker), value: answer.result)
    }
  }

  /// Ends all connections and calls.
  func close() { connections.discard() }
}
