import NIOCore

extension Endpoint {
  /// Returns this endpoint with the numeric address of its host, after a lookup if it has a name.
  ///
  /// - Parameter option: The option that is named in the error.
  /// - Returns: The endpoint with a numeric host.
  /// - Throws: `ConnectionError.cannotResolve` if there is no such host.
  func resolved(for option: String) throws(ConnectionError) -> Endpoint {
    do {
      let address = try SocketAddress.makeAddressResolvingHost(host, port: port)
      return Endpoint(host: address.ipAddress ?? host, port: port)
    } catch {
      throw .cannotResolve(self, option: option)
    }
  }

  /// Whether the host is a numeric IPv4 address.
  var isIPv4: Bool {
    guard case .v4 = try? SocketAddress(ipAddress: host, port: port) else { return false }
    return true
  }

  /// Whether the host is a numeric IPv6 address.
  var isIPv6: Bool { host.contains(":") }

  /// Whether packets to this endpoint stay on this machine.
  ///
  /// The host has to be numeric.
  var isLoopback: Bool { isIPv4 ? host.hasPrefix("127.") : host == "::1" }
}
