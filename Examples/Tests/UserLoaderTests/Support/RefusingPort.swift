import Foundation

/// A port of 127.0.0.1 that refuses every connection and that no other process gets while this
/// exists.
///
/// Its socket is bound but does not listen.
final class RefusingPort: Sendable {
  struct Failure: Error {
    let code = errno
  }

  /// The address of an HTTP server on this port.
  let address: String
  private let descriptor: Int32

  init() throws {
    descriptor = newDescriptor()
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    // SAFETY: a `sockaddr_in` may be read as a `sockaddr`, as the socket functions require.
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe bind(descriptor, address, length) == 0
          && getsockname(descriptor, address, &length) == 0
      }
    }
    guard isBound else { throw Failure() }
    self.address = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
  }

  deinit { _ = close(descriptor) }
}

#if canImport(Glibc)
private func newDescriptor() -> Int32 { socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) }
#else
private func newDescriptor() -> Int32 { socket(AF_INET, SOCK_STREAM, 0) }
#endif
