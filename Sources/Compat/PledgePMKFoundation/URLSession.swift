public import Foundation
public import PledgePromiseKit

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

// An app may have a copy of its own of the functions of this module, with another protocol for requests:
// disfavored, these do not make a call ambiguous.

extension URLSession {
  /// Sends a request and loads the answer.
  ///
  ///     URLSession.shared.dataTask(.promise, with: url).validate()
  ///       .map { try JSONDecoder().decode(User.self, from: $0.data) }
  ///
  /// It starts at once, and goes on whether anybody waits or not. No status rejects; `validate()`
  /// is for that.
  ///
  /// - Parameters:
  ///   - form: `.promise`, which tells this from the session's own method.
  ///   - convertible: What to send.
  /// - Returns: A promise for the body and the response, which is settled on the session's delegate
  ///   queue, and rejected with the `URLError` of a transfer that fails.
  @_disfavoredOverload
  public func dataTask(
    _ form: PMKNamespacer,
    with convertible: any URLRequestConvertible
  ) -> Promise<(data: Data, response: URLResponse)> {
    Promise { seal in
      dataTask(with: convertible.pmkRequest, completionHandler: seal.answer).resume()
    }
  }

  /// Sends a request with `data` as its body and loads the answer.
  ///
  /// Same as ``dataTask(_:with:)`` but for the body.
  ///
  /// - Parameters:
  ///   - form: `.promise`, which tells this from the session's own method.
  ///   - convertible: What to send.
  ///   - data: The body.
  /// - Returns: A promise for the body of the answer and the response.
  @_disfavoredOverload
  public func uploadTask(
    _ form: PMKNamespacer,
    with convertible: any URLRequestConvertible,
    from data: Data
  ) -> Promise<(data: Data, response: URLResponse)> {
    Promise { seal in
      uploadTask(with: convertible.pmkRequest, from: data, completionHandler: seal.answer).resume()
    }
  }

  /// Sends a request with the content of a file as its body and loads the answer.
  ///
  /// Same as ``dataTask(_:with:)`` but for the body. A file that cannot be read rejects with a
  /// `CocoaError`, and nothing is sent.
  ///
  /// - Parameters:
  ///   - form: `.promise`, which tells this from the session's own method.
  ///   - convertible: What to send.
  ///   - file: Where the body is.
  /// - Returns: A promise for the body of the answer and the response.
  @_disfavoredOverload
  public func uploadTask(
    _ form: PMKNamespacer,
    with convertible: any URLRequestConvertible,
    fromFile file: URL
  ) -> Promise<(data: Data, response: URLResponse)> {
    Promise { seal in
      // Looked at first: FoundationNetworking stops the program for a file that is not there.
      try file.requireReadableFile()
      uploadTask(with: convertible.pmkRequest, fromFile: file, completionHandler: seal.answer)
        .resume()
    }
  }

  /// Sends a request and loads the body of the answer into a file.
  ///
  /// Same as ``dataTask(_:with:)`` but for that. A file that is there already is left, and rejects
  /// with a `CocoaError` when the transfer is done.
  ///
  /// - Parameters:
  ///   - form: `.promise`, which tells this from the session's own method.
  ///   - convertible: What to send.
  ///   - saveLocation: The file; its folder has to be there.
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
  /// Settles the promise with what a session brought; an answer counts where there is an error,
  /// too.
  fileprivate func answer(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) {
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
