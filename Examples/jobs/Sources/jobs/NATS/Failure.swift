#if NATS
import CNATS

/// A status of libnats that is not a success.
struct Failure: Error {
  let status: natsStatus
  var code = jsErrCode(0)

  /// Throws unless `status` is a success.
  static func check(_ status: natsStatus, _ code: jsErrCode = jsErrCode(0)) throws(Failure) {
    if status != NATS_OK { throw Failure(status: status, code: code) }
  }

  /// Whether the call may succeed once the server is back, has a leader, or has resources again.
  var isPassing: Bool {
    switch status {
    case NATS_TIMEOUT, NATS_NO_RESPONDERS, NATS_NO_SERVER, NATS_STALE_CONNECTION, NATS_IO_ERROR,
      NATS_CONNECTION_DISCONNECTED, NATS_NOT_YET_CONNECTED, NATS_INSUFFICIENT_BUFFER:
      true
    default: [10_008, 10_009, 10_023, 10_077].contains(code.rawValue)
    }
  }

  private var reason: String {
    let text = unsafe String(cString: natsStatus_GetText(status))
    return code.rawValue == 0 ? text : "\(text), error \(code.rawValue)"
  }

  /// The error of a connection that fails.
  func error(connecting options: NATSOptions) -> EngineError {
    let url = options.shownURL
    let remedy = "Give --trust, and, if the server demands them, --certificate and --key."
    return switch status {
    case NATS_CONNECTION_AUTH_FAILED:
      EngineError("\(url) refuses the credentials. Correct the user, the password, or the file.")
    case NATS_NO_SERVER, NATS_TIMEOUT:
      EngineError("No server answers at \(url). Start 'nats-server -js', or correct the address.")
    case NATS_NO_RESPONDERS:
      EngineError("\(url) has no JetStream for this user. Start it with -js, or grant permission.")
    case NATS_SSL_ERROR, NATS_SECURE_CONNECTION_WANTED, NATS_SECURE_CONNECTION_REQUIRED,
      // A server that refuses the certificate closes the connection.
      _ where options.trust != nil && code.rawValue == 0:
      EngineError("There is no TLS connection to \(url) (\(reason)). \(remedy)")
    default: EngineError("The connection to \(url) fails: \(reason). See the server's log.")
    }
  }

  /// The error of a call that fails, or has failed for too long.
  func error(calling call: String, options: NATSOptions) -> EngineError {
    if status == NATS_MAX_PAYLOAD {
      let remedy = "Raise its max_payload, or store the data elsewhere and submit its address."
      return EngineError("'\(call)' is over the server's limit. \(remedy)", isOverLimit: true)
    }
    guard code == JSStreamNotFoundErr || status == NATS_NO_RESPONDERS else {
      return EngineError("The server has not carried out '\(call)': \(reason). See its log.")
    }
    let fault = "The server has no stream '\(options.name)', or this user may not use it."
    return EngineError("\(fault) Restart the program, which creates it, or grant permission.")
  }
}
#endif
