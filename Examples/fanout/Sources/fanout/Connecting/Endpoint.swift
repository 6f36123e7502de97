import NIOCore

/// A host and a port, such as `10.0.0.2:7000`, `worker.example:7000`, or `[::1]:7000`.
struct Endpoint: Hashable, Sendable {
  /// A name, or an address without brackets.
  let host: String
  let port: Int

  init(host: String, port: Int) {
    self.host = host
    self.port = port
  }

  /// Parses `HOST:PORT`, where an IPv6 address has brackets; returns `nil` for other text.
  init?(_ text: some StringProtocol) {
    guard let colon = text.lastIndex(of: ":") else { return nil }
    let digits = text[text.index(after: colon)...]
    guard digits.allSatisfy({ "0"..."9" ~= $0 }), let port = Int(digits), port <= 65535 else {
      return nil
    }
    var host = String(text[..<colon])
    let hasBrackets = host.hasPrefix("[") && host.hasSuffix("]")
    if hasBrackets { host = String(host.dropFirst().dropLast()) }
    guard !host.isEmpty, !host.contains(where: "[] ,/".contains) else { return nil }
    guard hasBrackets == host.contains(":") else { return nil }
    self.init(host: host, port: port)
  }
}

extension Endpoint: CustomStringConvertible {
  var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

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
