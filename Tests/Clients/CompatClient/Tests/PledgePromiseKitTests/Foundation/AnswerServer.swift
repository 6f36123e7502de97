import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An HTTP server on 127.0.0.1 that responds to a request according to its path, and echoes a body.
///
/// It listens until it is deallocated, and provides a session for requests.
final class AnswerServer: Sendable {
  let url: URL
  let session = URLSession(configuration: .ephemeral)
  private let listener: Int32

  init() throws {
    listener = try checked(newSocket())
    url = try listen(on: listener)
    let listener = listener
    Thread.detachNewThread {
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        Thread.detachNewThread { answer(on: withoutSignals(connection)) }
      }
    }
  }

  deinit {
    session.invalidateAndCancel()
    // Closing alone would not wake the thread.
    shutdown(listener, shutdownBoth)
    close(listener)
  }
}

/// Binds the socket to a free port and starts listening.
private func listen(on listener: Int32) throws -> URL {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
  var length = socklen_t(MemoryLayout<sockaddr_in>.size)
  // SAFETY: a `sockaddr_in` may be read as a `sockaddr`; that is how the socket calls take it.
  try unsafe withUnsafeMutablePointer(to: &address) { address in
    try unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
      _ = try unsafe checked(bind(listener, address, length))
      _ = try checked(listen(listener, 16))
      _ = try unsafe checked(getsockname(listener, address, &length))
    }
  }
  let text = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/"
  guard let url = URL(string: text) else { throw CocoaError(.coderInvalidValue) }
  return url
}

private func answer(on connection: Int32) {
  defer { close(connection) }
  guard let request = Request(from: connection) else { return }
  let (status, type, body): (String, String, [UInt8]) =
    switch request.path {
    case "/echo": ("200 OK", "text/plain; charset=utf-8", request.body)
    case "/latin": ("200 OK", "text/plain; charset=ISO-8859-1", [0xE9, 0x74, 0xE9])
    case "/binary": ("200 OK", "text/plain; charset=utf-8", [0xFF, 0xFE, 0xFD])
    case "/private": ("401 Unauthorized", "text/plain", [])
    case "/broken": ("500 Internal Server Error", "application/json", Array(#"{"code":7}"#.utf8))
    case "/hangup": ("", "", [])
    default: ("200 OK", "text/plain; charset=utf-8", Array("hello".utf8))
    }
  guard !status.isEmpty else { return }
  let head = [
    "HTTP/1.1 \(status)", "Content-Type: \(type)", "Content-Length: \(body.count)",
    "Connection: close", "", "",
  ]
  write(Array(head.joined(separator: "\r\n").utf8) + body, to: connection)
}

private func write(_ bytes: [UInt8], to connection: Int32) {
  var rest = bytes[...]
  while !rest.isEmpty {
    let sent = unsafe send(connection, Array(rest), rest.count, withoutSignal)
    guard sent > 0 else { return }
    rest = rest.dropFirst(sent)
  }
}

/// The request of a client.
private struct Request {
  let path: String
  private(set) var body: [UInt8] = []

  /// Reads the request, or returns `nil` if the client closes the connection first.
  init?(from connection: Int32) {
    var bytes: [UInt8] = []
    var end: Int?
    while end == nil {
      guard let more = received(on: connection) else { return nil }
      bytes += more
      end = bytes.indices.first { bytes[$0...].starts(with: Array("\r\n\r\n".utf8)) }
    }
    guard let end else { return nil }
    let head = String(decoding: bytes[..<end], as: UTF8.self)
    path = head.split(separator: " ").dropFirst().first.map(String.init) ?? ""
    body = Array(bytes[(end + 4)...])
    if head.contains("100-continue") {
      write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), to: connection)
    }
    let field = head.split(separator: "\r\n").first { $0.hasPrefix("Content-Length: ") }
    let length = field.flatMap { Int($0.dropFirst("Content-Length: ".count)) } ?? 0
    while body.count < length {
      guard let more = received(on: connection) else { return nil }
      body += more
    }
  }
}

private func received(on connection: Int32) -> [UInt8]? {
  var buffer = [UInt8](repeating: 0, count: 4096)
  let count = unsafe recv(connection, &buffer, buffer.count, 0)
  return count > 0 ? Array(buffer[..<count]) : nil
}

private func checked(_ answer: Int32) throws -> Int32 {
  guard answer >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  return answer
}

#if canImport(Glibc)
private func newSocket() -> Int32 { socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) }
#else
private func newSocket() -> Int32 { socket(AF_INET, SOCK_STREAM, 0) }
#endif

#if canImport(Darwin)
private let withoutSignal: Int32 = 0
private let shutdownBoth = SHUT_RDWR
private func withoutSignals(_ descriptor: Int32) -> Int32 {
  var isOn: Int32 = 1
  let size = socklen_t(MemoryLayout<Int32>.size)
  // SAFETY: this option takes an `Int32` and its size, and copies the value.
  _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, size)
  return descriptor
}
#else
private let withoutSignal = Int32(MSG_NOSIGNAL)
private let shutdownBoth = Int32(SHUT_RDWR)
private func withoutSignals(_ descriptor: Int32) -> Int32 { descriptor }
#endif
