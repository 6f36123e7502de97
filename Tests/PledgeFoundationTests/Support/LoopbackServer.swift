#if !os(Windows)
import Foundation

/// A socket server on 127.0.0.1 that can misbehave on purpose.
///
/// It reads the head of one request from every connection, responds depending on the first line of
/// the request, and closes the connection. It runs as long as the tests.
final class LoopbackServer: Sendable {
  /// The response to a request.
  enum Answer {
    /// Reads the whole request, sends these bytes, and closes the connection.
    case bytes(String)
    /// Sends these bytes, and nothing more until the client disconnects.
    case stall(String)
    /// Sends a head and then a body that does not end until the client disconnects.
    case endless
    /// Sends the number of bytes in the body of the request.
    case bodySize
    /// Sends these pieces one by one when the test signals, and closes the connection.
    case pieces([String], when: DispatchSemaphore)
  }

  /// The address of the server.
  let url: URL

  /// An element for every client that disconnected before the end of a response.
  let disconnections: AsyncStream<Void>

  init(answer: @escaping @Sendable (_ line: String) -> Answer) throws {
    let listener = try Socket.bound()
    try listener.listen()
    url = try listener.url()
    let (disconnections, disconnected) = AsyncStream<Void>.makeStream()
    self.disconnections = disconnections
    Thread.detachNewThread {
      while let connection = listener.accepted() {
        Thread.detachNewThread { serve(connection, answer, disconnected) }
      }
    }
  }
}

extension LoopbackServer {
  /// Returns a server that sends `text` and nothing more, and an element for every request.
  static func silent(
    after text: String = ""
  ) throws -> (server: LoopbackServer, requests: AsyncStream<Void>) {
    let (requests, received) = AsyncStream<Void>.makeStream()
    let server = try LoopbackServer { _ in
      received.yield()
      return .stall(text)
    }
    return (server, requests)
  }
}

/// Reads one request from `connection`, sends the response, and closes the connection.
private func serve(
  _ connection: Socket,
  _ answer: (_ line: String) -> LoopbackServer.Answer,
  _ disconnected: AsyncStream<Void>.Continuation
) {
  defer { connection.close() }
  guard let head = connection.requestHead() else { return }
  switch answer(head.line) {
  case .bytes(let text):
    // Closing a connection with unread data may discard the data that was sent.
    _ = connection.bodySize(after: head)
    connection.send(text)
  case .stall(let text):
    connection.send(text)
    while connection.received() != nil {}
    disconnected.yield()
  case .endless:
    connection.send("HTTP/1.1 200 OK\r\n\r\n")
    while connection.send(String(repeating: "x", count: 10_000)) {}
    disconnected.yield()
  case .bodySize:
    let size = connection.bodySize(after: head)
    connection.send("HTTP/1.1 200 OK\r\nContent-Length: \("\(size)".count)\r\n\r\n\(size)")
  case .pieces(let pieces, let wanted):
    for piece in pieces {
      wanted.wait()
      connection.send(piece)
    }
  }
}

extension LoopbackServer.Answer {
  /// A complete and valid response.
  static func answer(_ status: String, _ body: String = "", headers: String = "") -> Self {
    let length = "Content-Length: \(body.utf8.count)\r\n"
    return .bytes("HTTP/1.1 \(status)\r\n\(length)Connection: close\r\n\(headers)\r\n\(body)")
  }
}
#endif
