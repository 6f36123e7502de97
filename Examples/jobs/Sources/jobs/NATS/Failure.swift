#if NATS
import CNATS

/// A status of libnats that is not a success.
struct Failure: Error {
  let status: natsStatus
  let code: jsErrCode

  /// Throws unless `status` is a success.
  static func check(_ status: natsStatus, _ code: jsErrCode = jsErrCode(0)) throws(Failure) {
    if status != NATS_OK { throw Failure(status: status, code: code) }
  }

  var reason: String {
    let text = unsafe String(cString: natsStatus_GetText(status))
    return code.rawValue == 0 ? text : "\(text), error \(code.rawValue)"
  }

  /// Whether the call may succeed once the server is back.
  var isPassing: Bool {
    switch status {
    case NATS_TIMEOUT, NATS_NO_RESPONDERS, NATS_NO_SERVER, NATS_STALE_CONNECTION, NATS_IO_ERROR,
      NATS_CONNECTION_DISCONNECTED, NATS_NOT_YET_CONNECTED, NATS_INSUFFICIENT_BUFFER:
      true
    // The cluster has no leader, or the server is short of resources.
    default: [10_008, 10_009, 10_023, 10_077].contains(code.rawValue)
    }
  }

  var isExistingMessage: Bool { code == JSStreamWrongLastSequenceErr }

  /// The error of a connection that fails.
  func error(connecting options: NATSOptions) -> EngineError {
    let url = options.shownURL
    return switch status {
    case NATS_CONNECTION_AUTH_FAILED: .refused(url: url, reason: reason)
    case NATS_SSL_ERROR, NATS_SECURE_CONNECTION_WANTED, NATS_SECURE_CONNECTION_REQUIRED:
      .untrusted(url: url, reason: reason)
    // A server that refuses the certificate closes the connection.
    case NATS_IO_ERROR where options.trust != nil, NATS_CONNECTION_CLOSED where options.trust != nil:
      .untrusted(url: url, reason: reason)
    case NATS_NO_SERVER, NATS_TIMEOUT: .noServer(url: url)
    case NATS_NO_RESPONDERS: .noJetStream(url: url)
    default:
      code == JSNotEnabledErr || code == JSNotEnabledForAccountErr
        ? .noJetStream(url: url) : .failed(call: "connect to \(url)", reason: reason)
    }
  }

  /// The error of a call that fails, or has failed for too long.
  func error(calling call: String, options: NATSOptions) -> EngineError {
    if status == NATS_NO_RESPONDERS || code == JSStreamNotFoundErr { return .noStream(options.name) }
    if status == NATS_CONNECTION_CLOSED { return .noServer(url: options.shownURL) }
    return .failed(call: call, reason: reason)
  }
}
#endif
