import FlyingFox
import FlyingSocks
import Foundation

/// A server that answers all requests in the same way.
struct OtherServer: Sendable {
  let address: String
  private let server: HTTPServer

  init(answering body: String, type: String = "application/json") async throws {
    server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled)
    await server.appendRoute("*") { (_: HTTPRequest) in
      HTTPResponse(statusCode: .ok, headers: [.contentType: type], body: Data(body.utf8))
    }
    Task { [server] in try await server.run() }
    try await server.waitUntilListening(timeout: 600)
    guard case .ip4(_, port: let port)? = await server.listeningAddress else {
      throw SocketError.disconnected
    }
    address = "http://127.0.0.1:\(port)"
  }

  func stop() async { await server.stop() }
}
