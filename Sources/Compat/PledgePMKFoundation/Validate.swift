public import Foundation
public import PledgePromiseKit

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension Promise where T == (data: Data, response: URLResponse) {
  /// Returns a promise for the same response, if its status is 2xx.
  ///
  /// Any other status rejects with ``PMKHTTPError/badStatusCode(_:_:_:)``. Responses without a
  /// status, such as that of a file, and rejections pass unchanged.
  ///
  /// - Returns: The promise, settled on the queue of `conf.Q.map`.
  @_disfavoredOverload
  public func validate() -> Promise<T> {
    map { answer in
      if let response = answer.response as? HTTPURLResponse,
        !(200..<300).contains(response.statusCode)
      {
        throw PMKHTTPError.badStatusCode(response.statusCode, answer.data, response)
      }
      return answer
    }
  }
}
