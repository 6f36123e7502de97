public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension URLSession {
  /// Loads the resource at `url`.
  ///
  /// The transfer starts immediately. Responses with any status count as success.
  ///
  /// - Parameter url: The URL to load.
  /// - Returns: A future for the body, empty if there is none; callbacks run on the session's
  ///   queue. It is rejected with the error of a failed transfer.
  public func request(url: URL) -> Future<Data> {
    let promise = Promise<Data>()
    let task = dataTask(with: url) { data, _, error in
      if let error {
        promise.reject(with: error)
      } else {
        promise.resolve(with: data ?? Data())
      }
    }
    task.resume()
    return promise
  }
}
