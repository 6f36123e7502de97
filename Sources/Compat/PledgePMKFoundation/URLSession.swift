public import Foundation
public import PledgePromiseKit

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

// An app may contain a copy of these functions, with another request protocol.
// `@_disfavoredOverload` keeps calls unambiguous.

extension URLSession {
  /// Sends a request and loads the response.
  ///
  ///     URLSession.shared.dataTask(.promise, with: url).validate()
  ///       .map { try JSONDecoder().decode(User.self, from: $0.data) }
  ///
  /// The transfer starts immediately, and continues even without consumers. No status rejects the
  /// promise; use `validate()` for that.
  ///
  /// - Parameters:
  ///   - form: `.promise`, which distinguishes this from the session's own method.
  ///   - convertible: The request to send.
  /// - Returns: A promise for the body and the response, settled on the session's delegate queue,
  ///   and rejected with the `URLError` of a failed transfer.
  @_disfavoredOverload
  public func dataTask(
    _ form: PMKNamespacer,
    with convertible: any URLRequestConvertible
  ) -> Promise<(data: Data, response: URLResponse)> {
    Promise { seal in
      dataTask(with: convertible.pmkRequest, completionHandler: seal.settle).resume()
    }
  }

  /// Same as ``dataTask(_:with:)``, for a request with `data` as its body.
  @_disfavoredOverload
  public func uploadTask(
    _ form: PMKNamespacer,
    with convertible: any URLRequestConvertible,
    from data: Data
  ) -> Promise<(data: Data, response: URLResponse)> {
    Promise { seal in
      uploadTask(with: convertible.pmkRequest, from: data, completionHandler: seal.settle).resume()
    }
  }

  /// Same as ``dataTask(_:with:)``, for a request with the content of a file as its body.
  ///
  /// If the file cannot be read, the promise is rejected with a `CocoaError` and nothing is sent.
  @_disfavoredOverload
  public func uploadTask(
    _ form: PMKNamespacer,
    with convertible: any URLRequestConvertible,
    fromFile file: URL
  ) -> Promise<(data: Data, response: URLResponse)> {
    Promise { seal in
      // Checked first, because FoundationNetworking stops the program if the file does not exist.
      try file.requireReadableFile()
      uploadTask(with: convertible.pmkRequest, fromFile: file, completionHandler: seal.settle)
        .resume()
    }
  }

  /// Sends a request and saves the body of the response to a file.
  ///
  /// Same as ``dataTask(_:with:)``, except for the file. An existing file is not replaced; it
  /// rejects the promise with a `CocoaError` when the transfer is done.
  ///
  /// - Parameters:
  ///   - form: `.promise`, which distinguishes this from the session's own method.
  ///   - convertible: The request to send.
  ///   - saveLocation: The file to create; its folder must exist.
  /// - Returns: A promise for `saveLocation` and the response.
  @_disfavoredOverload
  public func downloadTask(
    _ form: PMKNamespacer,
    with convertible: any URLRequestConvertible,
    to saveLocation: URL
  ) -> Promise<(saveLocation: URL, response: URLResponse)> {
    Promise { seal in
      downloadTask(with: convertible.pmkRequest) { file, response, error in
        guard let file, let response else {
          return seal.reject(error ?? PMKError.invalidCallingConvention)
        }
        do {
          try FileManager.default.moveItem(at: file, to: saveLocation)
          seal.fulfill((saveLocation, response))
        } catch {
          seal.reject(error)
        }
      }
      .resume()
    }
  }
}

extension Resolver where T == (data: Data, response: URLResponse) {
  /// Settles the promise with the result of a session.
  ///
  /// If there is both a response and an error, the response counts.
  fileprivate func settle(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) {
    if let data, let response {
      fulfill((data, response))
    } else {
      reject(error ?? PMKError.invalidCallingConvention)
    }
  }
}

extension URL {
  fileprivate func requireReadableFile() throws {
    // A folder could be opened, and then the transfer would never end.
    if try resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true {
      throw CocoaError(.fileReadUnknown, userInfo: [NSFilePathErrorKey: path])
    }
    try FileHandle(forReadingFrom: self).close()
  }
}
