import GRPCNIOTransportHTTP2Posix

/// The protection of connections.
enum Security: Sendable {
  case plaintext
  case mutualTLS(Credentials)

  var ofClient: HTTP2ClientTransport.Posix.TransportSecurity {
    switch self {
    case .plaintext: .plaintext
    case .mutualTLS(let credentials): credentials.ofClient
    }
  }

  var ofServer: HTTP2ServerTransport.Posix.TransportSecurity {
    switch self {
    case .plaintext: .plaintext
    case .mutualTLS(let credentials): credentials.ofServer
    }
  }
}
