#if !os(Windows)
import Foundation
import Testing

/// A blocking TCP socket.
struct Socket: Sendable {
  struct Failure: Error {
    let call: String
    let code = errno
  }

  private let descriptor: Int32

  /// A socket on a free port of 127.0.0.1; connections are refused until it listens.
  static func bound() throws -> Socket {
    let socket = try Socket(descriptor: check("socket", newDescriptor()))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    _ = try unsafe socket.withPointer(to: &address) { pointer, length in
      try check("bind", unsafe bind(socket.descriptor, pointer, length.pointee))
    }
    return socket
  }

  func listen() throws { _ = try check("listen", Foundation.listen(descriptor, 64)) }

  /// The address of an HTTP server on this socket.
  func url() throws -> URL {
    var address = sockaddr_in()
    _ = try unsafe withPointer(to: &address) { pointer, length in
      try check("getsockname", unsafe getsockname(descriptor, pointer, length))
    }
    return try #require(URL(string: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/"))
  }

  /// Waits for the next connection; returns `nil` if there is an error.
  func accepted() -> Socket? {
    let connection = accept(descriptor, nil, nil)
    return connection < 0 ? nil : Socket(descriptor: withoutSignals(connection))
  }

  /// Waits for bytes; returns `nil` once the peer has disconnected.
  func received() -> String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
  }

  /// The head of a request, and the bytes received with it.
  struct Head {
    let text: String
    let rest: String

    /// The first line, such as `GET / HTTP/1.1`.
    var line: String { String(text.prefix { $0 != "\r\n" }) }

    var contentLength: Int {
      let line = text.split(separator: "\r\n").first { $0.hasPrefix("Content-Length: ") }
      return line.flatMap { Int($0.dropFirst("Content-Length: ".count)) } ?? 0
    }
  }

  /// Reads the head of a request.
  func requestHead() -> Head? {
    var text = ""
    while true {
      guard let more = received() else { return nil }
      text += more
      if let end = text.firstRange(of: "\r\n\r\n") {
        return Head(text: String(text[..<end.lowerBound]), rest: String(text[end.upperBound...]))
      }
    }
  }

  /// Reads the body of a request, which is ASCII, and returns how many bytes it had.
  func bodySize(after head: Head) -> Int {
    if head.text.contains("100-continue") { send("HTTP/1.1 100 Continue\r\n\r\n") }
    var size = head.rest.utf8.count
    while size < head.contentLength, let more = received() { size += more.utf8.count }
    return size
  }

  /// - Returns: Whether the peer is still connected.
  @discardableResult
  func send(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let sent = unsafe Foundation.send(descriptor, Array(rest), rest.count, withoutSignal)
      guard sent > 0 else { return false }
      rest = rest.dropFirst(sent)
    }
    return true
  }

  func close() { _ = Foundation.close(descriptor) }

  private func withPointer<Answer>(
    to address: inout sockaddr_in,
    _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) throws -> Answer
  ) rethrows -> Answer {
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    // SAFETY: a `sockaddr_in` may be read as a `sockaddr`; that is how the socket calls take it.
    return try unsafe withUnsafeMutablePointer(to: &address) { address in
      try unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        try unsafe body(address, &length)
      }
    }
  }
}

private func check(_ call: String, _ answer: Int32) throws -> Int32 {
  guard answer >= 0 else { throw Socket.Failure(call: call) }
  return answer
}

#if canImport(Darwin)
private let withoutSignal: Int32 = 0
private func withoutSignals(_ descriptor: Int32) -> Int32 {
  var isOn: Int32 = 1
  // SAFETY: this option takes an `Int32` and its size, and copies the value.
  _ = unsafe setsockopt(
    descriptor,
    SOL_SOCKET,
    SO_NOSIGPIPE,
    &isOn,
    socklen_t(MemoryLayout<Int32>.size)
  )
  return descriptor
}
#else
private let withoutSignal = Int32(MSG_NOSIGNAL)
private func withoutSignals(_ descriptor: Int32) -> Int32 { descriptor }
#endif

#if canImport(Glibc)
private func newDescriptor() -> Int32 { socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) }
#else
private func newDescriptor() -> Int32 { socket(AF_INET, SOCK_STREAM, 0) }
#endif
#endif
