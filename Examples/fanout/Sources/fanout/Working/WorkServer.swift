import Foundation
import GRPCCore
import GRPCNIOTransportHTTP2Posix

/// A worker process: serves on loopback until its standard input ends.
struct WorkServer {
  let work: Work

  func run() async throws {
    // The coordinator holds the other end, which is closed even if the coordinator is killed.
    Thread.detachNewThread {
      while FileHandle.standardInput.availableData.isEmpty == false {}
      exit(0)
    }
    let server = GRPCServer(
      transport: .http2NIOPosix(
        address: .ipv4(host: "127.0.0.1", port: 0),
        transportSecurity: .plaintext
      ),
      services: [WorkService(work: work)]
    )
    try await withThrowingDiscardingTaskGroup { group in
      group.addTask { try await server.serve() }
      if let address = try await server.listeningAddress?.ipv4 {
        print("PORT \(address.port)")
        // A pipe would buffer it.
        fflush(nil)
      }
    }
  }
}
