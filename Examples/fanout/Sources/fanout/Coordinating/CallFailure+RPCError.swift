import Foundation
import GRPCCore
import NIOCore
import NIOSSL
import Pledge

extension CallFailure {
  /// Creates the failure that an error of a call represents.
  init(_ error: any Error, of worker: Int) {
    if let failure = error as? CallFailure {
      self = failure
      return
    }
    guard let error = error as? RPCError else {
      let kind: Kind =
        error is CancellationError ? .cancelled : error is TimeoutError ? .late : .broken
      self.init(worker: worker, kind: kind, detail: "\(error)")
      return
    }
    self.init(worker: worker, kind: Kind(error), detail: error.reason)
  }
}

extension CallFailure.Kind {
  fileprivate init(_ error: RPCError) {
    switch error.code {
    // A call whose task is canceled ends with an unknown error, but its cause is specific.
    case _ where error.cause is CancellationError: self = .cancelled
    // The worker ended the call because it is shutting down.
    case .unavailable, .cancelled: self = .gone
    case .deadlineExceeded: self = .late
    case .resourceExhausted: self = .busy
    // A worker without the method is of an older version.
    case .failedPrecondition, .unimplemented: self = .incompatible
    default: self = .broken
    }
  }
}

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
