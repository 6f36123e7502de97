public import Foundation
public import Pledge

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension URLSession {
  /// Loads the body of the resource at `url`.
  ///
  /// Same as ``request(_:limit:progress:file:line:)-(URLRequest,_,_,_,_)`` for a plain request of
  /// `url`.
  ///
  /// - Parameters:
  ///   - url: The URL to load.
  ///   - limit: The maximum number of bytes of the body; `nil` for no limit.
  ///   - progress: Receives the progress of the download.
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  /// - Returns: A promise for the body.
  public func request(
    _ url: URL,
    limit: Int? = nil,
    progress: ProgressMonitor? = nil,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<Data> {
    request(URLRequest(url: url), limit: limit, progress: progress, file: file, line: line)
  }

  /// Sends `request` and loads the body of the response.
  ///
  ///     session.request(url, limit: 1_000_000)
  ///       .decoded(as: User.self)
  ///       .observe { print($0) }
  ///
  /// The transfer starts immediately. If it fails, the promise is rejected with its `URLError`. If
  /// the status of the response is not 2xx, the promise is rejected with an ``HTTPError`` that
  /// contains the response. Redirections are followed first, according to the session. A response
  /// without a body gives empty data. A response without a status, such as that of a file URL,
  /// counts as successful.
  ///
  /// If the body is larger than `limit`, or announced to be, the promise is rejected with a
  /// ``BodyTooLargeError``. The transfer is canceled as soon as that is known.
  ///
  /// The transfer is canceled when the promise is discarded or its last consumer detaches, for
  /// example after a `timeout`. Handlers run on the session's delegate queue by default. On Linux,
  /// the cancellation also runs there, and blocks that queue until it has taken effect.
  ///
  /// A background session rejects with an `ArgumentError`, since the system runs its transfers.
  ///
  /// The session's delegate, if it has one, does not receive the data. On Linux, a transfer with a
  /// limit or a progress uses its own session with the same configuration: it shares no connection
  /// with this session, and invalidating this session does not end it.
  ///
  /// - Parameters:
  ///   - request: The request to send.
  ///   - limit: The maximum number of bytes of the body; `nil` for no limit. A negative limit
  ///     rejects with `ArgumentError`.
  ///   - progress: Receives the progress if the server announces the size of the body, and is
  ///     finished when the promise is fulfilled. If the promise is rejected, the progress does
  ///     not change.
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  /// - Returns: A promise for the body.
  /// - Complexity: O(*n*) in the number of bytes. All are kept in memory.
  public func request(
    _ request: URLRequest,
    limit: Int? = nil,
    progress: ProgressMonitor? = nil,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<Data> {
    transfer(.load(request), limit: limit, progress: progress, at: (file, line)) { response in
      try response.validated().body
    }
  }

  /// Sends `request` and loads the response, whatever its status.
  ///
  ///     let type = session.response(to: request).map { answer in answer.response.mimeType }
  ///
  /// Same as ``request(_:limit:progress:file:line:)-(URLRequest,_,_,_,_)``, but the result includes
  /// the metadata of the response, and no status rejects the promise. Use `validate(statusCodes:)`
  /// to check the status.
  ///
  /// - Parameters:
  ///   - request: The request to send.
  ///   - limit: The maximum number of bytes of the body; `nil` for no limit.
  ///   - progress: Receives the progress of the download.
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  /// - Returns: A promise for the body and the response.
  public func response(
    to request: URLRequest,
    limit: Int? = nil,
    progress: ProgressMonitor? = nil,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<(data: Data, response: URLResponse)> {
    transfer(.load(request), limit: limit, progress: progress, at: (file, line)) { response in
      (response.body, response.response)
    }
  }
}
