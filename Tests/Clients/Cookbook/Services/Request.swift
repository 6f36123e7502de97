import Foundation

/// A request that was sent to a server.
///
/// It can be canceled from any thread.
public final class Request: @unchecked Sendable {
  private let lock = NSLock()
  private var work: (@Sendable () -> Void)?
  private let name: String
  private let report: (@Sendable (String) -> Void)?

  /// Starts a request that calls `work` on another thread; or never, if the server is silent.
  ///
  /// Only the cancellation of a request to a silent server is reported. For other requests, a
  /// report would depend on the timing.
  init(
    _ name: String,
    isSilent: Bool = false,
    report: @escaping @Sendable (String) -> Void = { print($0) },
    _ work: @escaping @Sendable () -> Void
  ) {
    self.name = name
    self.work = work
    self.report = isSilent ? report : nil
    if !isSilent {
      DispatchQueue.global().async { self.take()?() }
    }
  }

  /// Stops the request, and releases its callback without calling it.
  public func cancel() {
    if take() != nil { report?("\(name): canceled") }
  }

  private func take() -> (@Sendable () -> Void)? {
    lock.withLock { work.take() }
  }
}

/// The errors of the services.
public enum ServiceError: Error {
  /// There is no such record.
  case notFound
  /// The server cannot be reached.
  case offline
  /// The token has expired.
  case expired
  /// The user has to log in again.
  case loggedOut
  /// The camera may not be used.
  case cameraDenied
}
