public import Foundation
public import Pledge

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension Future where Value == (data: Data, response: URLResponse) {
  /// Returns a promise for the same response if its status is one of `statusCodes`.
  ///
  ///     let answer = session.response(to: request).validate(statusCodes: 200..<400)
  ///
  /// Rejects with an ``HTTPError`` that contains the response if it has another status. A response
  /// without a status, such as that of a file URL, is accepted. A rejection or a discard of this
  /// future is passed on. Discarding the promise detaches it from this future.
  ///
  /// - Parameter statusCodes: The accepted statuses.
  /// - Returns: A promise for the same response.
  public func validate(statusCodes: Range<Int> = 200..<300) -> Promise<Value> {
    tap { answer in
      _ = try TransferResponse(body: answer.data, response: answer.response).validated(statusCodes)
    }
  }
}
