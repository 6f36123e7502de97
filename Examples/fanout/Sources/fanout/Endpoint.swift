/// An IPv4 address and a port, such as `10.0.0.2:7000`.
///
/// Names are not possible: of the addresses of a name, gRPC would call only one (2.9.2).
struct Endpoint: Hashable, Sendable {
  let host: String
  let port: Int

  init(host: String, port: Int) {
    self.host = host
    self.port = port
  }

  /// Parses `ADDRESS:PORT`; returns `nil` for other text.
  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let port = UInt16(parts[1]), "\(port)" == parts[1] else { return nil }
    let bytes = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    guard bytes.count == 4, bytes.allSatisfy({ "\(UInt8($0) ?? 0)" == $0 }) else { return nil }
    self.init(host: String(parts[0]), port: Int(port))
  }

  /// Whether packets to this endpoint stay on this machine.
  var isLoopback: Bool { host.hasPrefix("127.") }
}

extension Endpoint: CustomStringConvertible {
  var description: String { "\(host):\(port)" }
}
