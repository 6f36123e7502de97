import FlyingFox
import FlyingSocks
import Foundation

/// An HTTP server in this process that serves the demo's users, on the loopback and a free port.
final class DemoServer: Sendable {
  /// The address of the server.
  let address: URL
  private let server: HTTPServer

  /// Starts a server.
  ///
  /// - Parameter chaos: Whether it misbehaves.
  /// - Throws: An error if the server cannot listen.
  init(chaos: Bool) async throws {
    server = HTTPServer(
      address: try .inet(ip4: "127.0.0.1", port: 0),
      timeout: 86_400,  // FlyingFox would end a shorter silence with a response.
      logger: .disabled
    )
    let desk = Desk(chaos: chaos)
    await server.appendRoute("GET /users/:id") { (id: Int) in try await desk.answer(id) }
    Task { [server] in try await server.run() }
    try await server.waitUntilListening(timeout: 600)
    address = try await server.loopbackAddress()
  }

  /// Ends every connection.
  func stop() async { await server.stop() }
}

extension HTTPServer {
  fileprivate func loopbackAddress() throws -> URL {
    guard case .ip4(_, let port)? = listeningAddress,
      let url = URL(string: "http://127.0.0.1:\(port)")
    else { throw URLError(.cannotConnectToHost) }
    return url
  }
}
