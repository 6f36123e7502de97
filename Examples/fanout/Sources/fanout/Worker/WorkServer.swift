import GRPCCore
import GRPCNIOTransportHTTP2Posix
import Pledge

/// The server of a worker.
final class WorkServer: Sendable {
  private let service: WorkService
  private let server: GRPCServer<HTTP2ServerTransport.Posix>
  private let isOver = Promise<Void>()

  /// Creates a server for `endpoint`, whose port may be 0 for any.
  init(_ service: WorkService, at endpoint: Endpoint, security: Security = .plaintext) {
    self.service = service
    server = GRPCServer(
      transport: .http2NIOPosix(
        address: .ipv4(host: endpoint.host, port: endpoint.port),
        transportSecurity: security.ofServer,
        config: .defaults {
          // Detects a coordinator that can no longer be reached, and ends its calls.
          $0.connection.keepalive.time = .seconds(10)
          $0.connection.keepalive.timeout = .seconds(5)
          // Accepts the keepalive of coordinators.
          $0.connection.keepalive.clientBehavior.minPingIntervalWithoutCalls = .milliseconds(500)
          $0.connection.keepalive.clientBehavior.allowWithoutCalls = true
          // More than a coordinator has calls. Its transport fails an assertion when a call is
          // canceled that waits for another one to end (grpc-swift-nio-transport 2.9.2).
          $0.http2.maxConcurrentStreams = 65_536
        }
      ),
      services: [service]
    )
  }

  /// The address with the actual port once the server listens, or `nil` if it cannot.
  var endpoint: Endpoint? {
    get async {
      let address = try? await server.listeningAddress
      return address?.ipv4.map { Endpoint(host: $0.host, port: $0.port) }
    }
  }

  /// Serves until ``shutDown()``.
  func run() async throws {
    let serving = Promise { [server] in try await server.serve() }
    try await race(serving, isOver).value
  }

  /// Lets current calls end, but not for more than ten seconds.
  func shutDown() {
    // A graceful shutdown cancels the current calls, so it begins when they have ended.
    service.close().observe { [server] _ in server.beginGracefulShutdown() }
    after(.seconds(10)).observe { [isOver] _ in isOver.resolve() }
  }
}
