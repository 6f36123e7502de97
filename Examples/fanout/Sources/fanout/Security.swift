import GRPCNIOTransportHTTP2Posix

/// The protection of connections.
enum Security: Sendable {
  case plaintext
  /// The paths of PEM files: a certificate, its key, and the authorities that have to sign the
  /// certificate of the other side.
  case mutualTLS(certificate: String, key: String, trust: String)

  /// The coordinator's side: a worker's certificate has to contain its address.
  var ofClient: HTTP2ClientTransport.Posix.TransportSecurity {
    guard case .mutualTLS(let certificate, let key, let trust) = self else { return .plaintext }
    return .mTLS(
      certificateChain: [.file(path: certificate, format: .pem)],
      privateKey: .file(path: key, format: .pem)
    ) {
      $0.trustRoots = .certificates([.file(path: trust, format: .pem)])
    }
  }

  /// The worker's side, which accepts coordinators from any host.
  var ofServer: HTTP2ServerTransport.Posix.TransportSecurity {
    guard case .mutualTLS(let certificate, let key, let trust) = self else { return .plaintext }
    return .mTLS(
      certificateChain: [.file(path: certificate, format: .pem)],
      privateKey: .file(path: key, format: .pem)
    ) {
      $0.trustRoots = .certificates([.file(path: trust, format: .pem)])
      $0.requireALPN = true
    }
  }
}
