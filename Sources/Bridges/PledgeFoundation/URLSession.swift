public import Foundation
public import Pledge

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension URLSession {
  /// Loads the body of what `url` names.
  ///
  /// Same as ``request(_:)-(URLRequest)`` for a plain request of `url`.
  ///
  /// - Parameters:
  ///   - url: What to load.
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  /// - Returns: A promise for the body.
  public func request(
    _ url: URL,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<Data> {
    request(URLRequest(url: url), file: file, line: line)
  }

  /// Sends `request` and loads the body of the answer.
  ///
  ///     URLSession.shared.request(url)
  ///       .decoded(as: User.self)
  ///       .observe { print($0) }
  ///
  /// The transfer starts at once. A transfer that fails rejects the promise with its `URLError`;
  /// an answer whose status is not 2xx rejects it with an ``HTTPError``, which carries the answer.
  /// Redirections are followed first, as the session sees fit. An answer without a body is empty
  /// data, and one that has no status, such as that of a file, counts as good.
  ///
  /// Discarding the promise cancels the transfer, and so does the leaving of its last consumer: a
  /// request that ran into a `timeout` does not go on behind it. Handlers run on the session's
  /// delegate queue unless told otherwise; on Linux, cancelling happens there too.
  ///
  /// - Parameters:
  ///   - request: What to send.
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  /// - Returns: A promise for the body.
  public func request(
    _ request: URLRequest,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<Data> {
    Promise<Data>(file: file, line: line) { resolver in
      let task = dataTask(with: request) { data, response, error in
        resolver.settle(Result { try goodBody(data, response, error) })
      }
      resolver.onDiscard { self.cancel(task) }
      task.resume()
    }
  }
}

/// Returns the body of an answer, or throws what was wrong with it.
private func goodBody(
  _ data: Data?,
  _ response: URLResponse?,
  _ error: (any Error)?
) throws -> Data {
  if let error { throw error }
  let body = data ?? Data()
  if let response = response as? HTTPURLResponse, !(200..<300).contains(response.statusCode) {
    throw HTTPError(response: response, body: body)
  }
  return body
}
