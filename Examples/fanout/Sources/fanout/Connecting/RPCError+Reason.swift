import Foundation
import GRPCCore
import NIOCore
import NIOSSL

extension RPCError {
  /// The reason without the details of the libraries, for the operator of the workers.
  var reason: String {
    switch cause {
    case let error as IOError where error.errnoCode == ECONNREFUSED: "no program listens there"
    case is IOError: "it cannot be reached"
    case let error as NIOSSLExtraError where error == .failedToValidateHostname:
      "its certificate is for another host"
    case is BoringSSLError, is NIOSSLError, is NIOSSLExtraError:
      "one side does not trust the certificate of the other"
    case nil where code == .unavailable:
      "it ended the connection, as workers do that need mutual TLS"
    case nil where code == .deadlineExceeded: "it is silent"
    default: message
    }
  }
}
