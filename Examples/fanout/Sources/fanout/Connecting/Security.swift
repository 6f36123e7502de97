import Foundation
import GRPCNIOTransportHTTP2Posix
import NIOSSL

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

/// A certificate and its key, and the authorities that have to sign the certificate of the other
/// side, for mutual TLS.
///
/// The files are read once, so that replacing one does not affect a program that is running.
struct Credentials: Sendable {
  private let certificate: [UInt8]
  private let key: [UInt8]
  private let trust: [UInt8]

  /// Reads and checks the PEM files at the given paths.
  ///
  /// - Throws: `ConnectionError` if a file cannot be used.
  init(certificate: String, key: String, trust: String) throws {
    self.certificate = try Self.read(certificate, of: "--certificate", "a certificate") {
      _ = try NIOSSLCertificate.fromPEMBytes($0)
    }
    self.key = try Self.read(key, of: "--key", "a private key without a password") {
      _ = try NIOSSLPrivateKey(bytes: $0, format: .pem)
    }
    self.trust = try Self.read(trust, of: "--trust", "the certificates of authorities") {
      _ = try NIOSSLCertificate.fromPEMBytes($0)
    }
    do {
      try checkKey()
    } catch {
      throw ConnectionError.keyOfAnotherCertificate(key: key, certificate: certificate)
    }
  }

  /// The coordinator's side: a worker's certificate has to contain the host of its endpoint.
  var ofClient: HTTP2ClientTransport.Posix.TransportSecurity {
    .mTLS(
      certificateChain: [.bytes(certificate, format: .pem)],
      privateKey: .bytes(key, format: .pem)
    ) { [trust] in
      $0.trustRoots = .certificates([.bytes(trust, format: .pem)])
    }
  }

  /// The worker's side, which accepts coordinators from any host.
  var ofServer: HTTP2ServerTransport.Posix.TransportSecurity {
    .mTLS(
      certificateChain: [.bytes(certificate, format: .pem)],
      privateKey: .bytes(key, format: .pem)
    ) { [trust] in
      $0.trustRoots = .certificates([.bytes(trust, format: .pem)])
      $0.requireALPN = true
    }
  }

  private static func read(
    _ path: String,
    of option: String,
    _ needs: String,
    check: ([UInt8]) throws -> Void
  ) throws(ConnectionError) -> [UInt8] {
    do {
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      try check(bytes)
      return bytes
    } catch {
      throw .unusable(file: path, option: option, needs: needs)
    }
  }

  /// Throws if the key is not that of the certificate.
  private func checkKey() throws {
    _ = try NIOSSLContext(
      configuration: .makeServerConfiguration(
        certificateChain: NIOSSLCertificate.fromPEMBytes(certificate).map { .certificate($0) },
        privateKey: .privateKey(NIOSSLPrivateKey(bytes: key, format: .pem))
      )
    )
  }
}
