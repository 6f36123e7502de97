public import Foundation
public import Pledge

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension URLSession {
  /// Loads the body of what `url` names.
  ///
  /// Same as ``request(_:limit:progress:file:line:)-(URLRequest,_,_,_,_)`` for a plain request of `url`.
  ///
  /// - Parameters:
  ///   - url: What to load.
  ///   - limit: How many bytes the body may have; `nil` for any number.
  ///   - progress: What is told of how much has come.
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
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

  /// Sends `request` and loads the body of the answer.
  ///
  ///     session.request(url, limit: 1_000_000)
  ///       .decoded(as: User.self)
  ///       .observe { print($0) }
  ///
  /// The transfer starts at once. A transfer that fails rejects the promise with its `URLError`;
  /// an answer whose status is not 2xx rejects it with an ``HTTPError``, which carries the answer.
  /// Redirections are followed first, as the session sees fit. An answer without a body is empty
  /// data, and one that has no status, such as that of a file, counts as good.
  ///
  /// A body that is larger than `limit`, or is said to be, rejects with a ``BodyTooLargeError``; the
  /// transfer is cancelled as soon as that is known, and the rest is not loaded.
  ///
  /// Discarding the promise cancels the transfer, and so does the leaving of its last consumer: a
  /// request that ran into a `timeout` does not go on behind it. Handlers run on the session's
  /// delegate queue unless told otherwise. On Linux, discarding cancels from there, and holds that
  /// queue for a moment, until the cancellation has taken effect.
  ///
  /// The session's delegate, if it has one, is not told of the data. On Linux a transfer with a limit
  /// or a progress has a session of its own, of the same configuration: it shares no connection, and
  /// invalidating this session does not end it.
  ///
  /// - Parameters:
  ///   - request: What to send.
  ///   - limit: How many bytes the body may have; `nil` for any number. A negative one rejects with
  ///     `ArgumentError`.
  ///   - progress: What is told of how much has come, if the server says how much there is, and is
  ///     finished with the promise; if that is rejected, it stays where it stands.
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  /// - Returns: A promise for the body.
  /// - Complexity: O(*n*) in the number of bytes, which are all kept in memory.
  public func request(
    _ request: URLRequest,
    limit: Int? = nil,
    progress: ProgressMonitor? = nil,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<Data> {
    transfer(.load(request), limit: limit, progress: progress, at: (file, line)) { arrival in
      try arrival.validated().body
    }
  }

  /// Sends `request` and loads the answer, whatever its status is.
  ///
  ///     let type = session.response(to: request).map { answer in answer.response.mimeType }
  ///
  /// Same as ``request(_:limit:progress:file:line:)-(URLRequest,_,_,_,_)``, with what the server says
  /// about the body. No status rejects; `validate(statusCodes:)` is for that.
  ///
  /// - Parameters:
  ///   - request: What to send.
  ///   - limit: How many bytes the body may have; `nil` for any number.
  ///   - progress: What is told of how much has come.
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  /// - Returns: A promise for the body and the response.
  public func response(
    to request: URLRequest,
    limit: Int? = nil,
    progress: ProgressMonitor? = nil,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<(data: Data, response: URLResponse)> {
    transfer(.load(request), limit: limit, progress: progress, at: (file, line)) { arrival in
      (arrival.body, arrival.response)
    }
  }
}
