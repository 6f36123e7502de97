public import Foundation
public import Pledge

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension Future where Value == (data: Data, response: URLResponse) {
  /// Returns a promise for the same answer, if its status is one of `statusCodes`.
  ///
  ///     let answer = session.response(to: request).validate(statusCodes: 200..<400)
  ///
  /// Any other status rejects with an ``HTTPError``, which carries the answer; an answer that has no
  /// status, such as that of a file, is good. A rejection or a discard of this future passes on; when
  /// the promise is discarded, it leaves this future.
  ///
  /// - Parameter statusCodes: What counts as good.
  /// - Returns: A promise for the same answer.
  public func validate(statusCodes: Range<Int> = 200..<300) -> Promise<Value> {
    tap { answer in
      _ = try Arrival(body: answer.data, response: answer.response).validated(statusCodes)
    }
  }
}
