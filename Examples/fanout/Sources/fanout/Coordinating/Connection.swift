import GRPCCore
import GRPCNIOTransportHTTP2Posix
import Pledge

/// A connection to a worker, which gRPC restores whenever it is lost.
final class Connection: Sendable {
  typealias Transport = HTTP2ClientTransport.Posix

  private let client: GRPCClient<Transport>
  private let running: Promise<Void>
  /// Fulfilled when the connection is abandoned.
  private let isAbandoned = Promise<Void>()

  init(to endpoint: Endpoint, security: Security) throws {
    let client = GRPCClient(
      transport: try Transport(
        target: endpoint.target,
        transportSecurity: security.ofClient,
        config: .defaults {
          $0.backoff = .init(
            initial: .milliseconds(100),
            max: .seconds(1),
            multiplier: 1.6,
            jitter: 0.2
          )
        }
      )
    )
    self.client = client
    running = Promise { try await client.runConnections() }
    running.ignoringErrors()
    isAbandoned.shared()
  }

  /// Makes a request; discarding the promise cancels it.
  func request<Reply: Sendable>(
    _ body: @escaping @Sendable (GRPCClient<Transport>) async throws -> Reply
  ) -> Promise<Reply> {
    let reply = Promise { [client] in try await body(client) }
    let failure = isAbandoned.map { () throws -> Reply in
      throw RPCError(code: .unavailable, message: "the connection was stuck")
    }
    return race(reply, failure)
  }

  /// Ends the connection when its requests have ended.
  func close() { client.beginGracefulShutdown() }

  /// Ends the connection and its requests immediately.
  func abandon() {
    isAbandoned.resolve()
    running.discard()
  }
}

extension Endpoint {
  fileprivate var target: any ResolvableTarget {
    if isIPv4 { return .ipv4(address: host, port: port) }
    if isIPv6 { return .ipv6(address: host, port: port) }
    return .dns(host: host, port: port)
  }
}
