import Foundation

/// A server of bare sockets on 127.0.0.1, which does on purpose what no proper server does.
///
/// It reads the head of one request from every connection, answers as it is told by the request's
/// first line, and closes the connection. It serves as long as the tests run.
final class LoopbackServer: Sendable {
  /// What a connection gets.
  enum Answer {
    /// These bytes, after all of the request, and the end of the connection.
    case bytes(String)
    /// Not one byte: the connection ends.
    case hangUp
    /// Not one byte until the client leaves.
    case silence
    /// These bytes, and no more until the client leaves.
    case stall(String)
    /// A head, and then a body that does not end before the client leaves.
    case endless
    /// How many bytes were received as the body of the request.
    case bodySize
    /// These pieces, one after another, as the test asks for them; and the end of the connection.
    case pieces([String], when: DispatchSemaphore)
  }

  /// The address of the server.
  let url: URL

  /// An element for every client that left a silent connection.
  let departures: AsyncStream<Void>

  init(answer: @escaping @Sendable (_ line: String) -> Answer) throws {
    let listener = try Socket.bound()
    try listener.listen()
    url = try listener.url()
    let (departures, departed) = AsyncStream<Void>.makeStream()
    self.departures = departures
    Thread.detachNewThread {
      while let connection = listener.accepted() {
        Thread.detachNewThread { serve(connection, answer, departed) }
      }
    }
  }
}

/// Reads one request from `connection`, gives it its answer, and closes the connection.
private func serve(
  _ connection: Socket,
  _ answer: (_ line: String) -> LoopbackServer.Answer,
  _ departed: AsyncStream<Void>.Continuation
) {
  defer { connection.close() }
  guard let head = connection.requestHead() else { return }
  switch answer(head.line) {
  case .bytes(let text):
    // What is left unread when a connection is closed may undo what was sent.
    _ = connection.bodySize(after: head)
    connection.send(text)
  case .hangUp: break
  case .silence:
    while connection.received() != nil {}
    departed.yield()
  case .stall(let text):
    connection.send(text)
    while connection.received() != nil {}
    departed.yield()
  case .endless:
    connection.send("HTTP/1.1 200 OK\r\n\r\n")
    while connection.send(String(repeating: "x", count: 10_000)) {}
    departed.yield()
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
  /// A whole, proper answer.
  static func answer(_ status: String, _ body: String = "", headers: String = "") -> Self {
    let length = "Content-Length: \(body.utf8.count)\r\n"
    return .bytes("HTTP/1.1 \(status)\r\n\(length)Connection: close\r\n\(headers)\r\n\(body)")
  }
}
