public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension URLSession {
  /// Loads what `url` names.
  ///
  /// The transfer starts at once, and whatever the status of the answer is, it counts.
  ///
  /// - Parameter url: What to load.
  /// - Returns: A future for the body, empty if there is none; callbacks run on the session's queue.
  ///   It is rejected with the error of a transfer that fails.
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
