import Foundation
import GRPCCore
import GRPCNIOTransportHTTP2Posix
import NIOCore
import Pledge

/// The server of a worker process.
struct WorkServer {
  private typealias Server = GRPCServer<HTTP2ServerTransport.Posix>

  let service: WorkService
  /// A numeric address, and port 0 for any.
  var address = Endpoint(host: "127.0.0.1", port: 0)
  var security = Security.plaintext

  /// Serves the coordinator that has started this process, and exits when it ends.
  func runUntilInputEnds() async throws {
    // The coordinator holds the other end, which is closed even if the coordinator is killed.
    Thread.detachNewThread {
      while FileHandle.standardInput.availableData.isEmpty == false {}
      exit(0)
    }
    try await serve(server) { print("PORT \($0.port)") }
  }

  /// Serves until SIGTERM or Ctrl-C, and then lets current calls end for at most `drain`.
  ///
  /// - Returns: The number of calls that have not ended.
  func runUntilTerminated(drain: Duration) async throws -> Int {
    let server = server
    let isDrained = Promise<Void>()
    let interrupts = [SIGTERM, SIGINT].map { signal in
      Interrupt(signal) {
        // A graceful shutdown cancels the current calls, so it begins when they have ended.
        service.counts.close().observe { _ in server.beginGracefulShutdown() }
        after(drain).observe { _ in isDrained.resolve() }
      }
    }
    let serving = Promise { try await serve(server) { print("Listening on \($0)") } }
    // A server whose time is over is ended by the end of the process.
    try await race(serving, isDrained).value
    withExtendedLifetime(interrupts) {}
    return service.counts.current.underWay
  }

  private var server: Server {
    Server(
      transport: .http2NIOPosix(
        address: address.isIPv6
          ? .ipv6(host: address.host, port: address.port)
          : .ipv4(host: address.host, port: address.port),
        transportSecurity: security.ofServer,
        config: .defaults { config in
          // Detects a coordinator that can no longer be reached, and ends its calls.
          config.connection.keepalive.time = .seconds(10)
          config.connection.keepalive.timeout = .seconds(5)
          // More than a coordinator has calls. Its transport fails an assertion when a call is
          // canceled that waits for another one to end (grpc-swift-nio-transport 2.9.2).
          config.http2.maxConcurrentStreams = 65_536
        }
      ),
      services: [service]
    )
  }

  private func serve(_ server: Server, listening: @Sendable (Endpoint) -> Void) async throws {
    do {
      try await withThrowingDiscardingTaskGroup { group in
        group.addTask { try await server.serve() }
        // Without an address, serving has failed, and its error is the reason.
        let bound = try? await server.listeningAddress
        guard let port = bound?.ipv4?.port ?? bound?.ipv6?.port else { return }
        listening(Endpoint(host: address.host, port: port))
        // A pipe would buffer it.
        fflush(nil)
      }
    } catch {
      throw ConnectionError.cannotListen(address, why: Self.reason(of: error))
    }
  }

  /// The operating system's reason, without the details of the libraries.
  private static func reason(of error: any Error) -> String {
    switch error {
    case let error as IOError where error.errnoCode == EADDRINUSE: "another program uses this port"
    case let error as IOError where error.errnoCode == EADDRNOTAVAIL:
      "no interface has this address"
    case let error as IOError where error.errnoCode == EACCES: "you may not use this port"
    case let error as RuntimeError: error.cause.map(reason) ?? error.message
    default: "\(error)"
    }
  }
}
