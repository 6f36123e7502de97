public import Foundation
public import Pledge

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension URLSession {
  /// Sends `data` as the body of `request`, and loads the body of the answer.
  ///
  ///     var request = URLRequest(url: url)
  ///     request.httpMethod = "PUT"
  ///     let user = try JSONEncoder().encode(guest)
  ///     let answer = session.upload(user, with: request, progress: monitor)
  ///
  /// All else is as ``request(_:limit:progress:file:line:)-(URLRequest,_,_,_,_)`` has it; `progress`
  /// is told of what has been sent.
  ///
  /// - Parameters:
  ///   - data: What to send.
  ///   - request: Where and how to send it; a body of its own is ignored.
  ///   - limit: How many bytes the body of the answer may have; `nil` for any number.
  ///   - progress: What is told of how much has been sent, and is finished with the promise.
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  /// - Returns: A promise for the body of the answer.
  public func upload(
    _ data: Data,
    with request: URLRequest,
    limit: Int? = nil,
    progress: ProgressMonitor? = nil,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<Data> {
    let errand = Errand.upload(data, request)
    return transfer(errand, limit: limit, progress: progress, at: (file, line)) { arrival in
      try arrival.validated().body
    }
  }

  /// Sends the content of the file at `source` as the body of `request`, and loads the body of the
  /// answer.
  ///
  /// Same as ``upload(_:with:limit:progress:file:line:)``. A file that cannot be read rejects with a
  /// `CocoaError` that names it, a folder with an `ArgumentError`, and nothing is sent.
  ///
  /// - Parameters:
  ///   - source: The file to send.
  ///   - request: Where and how to send it; a body of its own is ignored.
  ///   - limit: How many bytes the body of the answer may have; `nil` for any number.
  ///   - progress: What is told of how much has been sent, and is finished with the promise.
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  /// - Returns: A promise for the body of the answer.
  public func upload(
    fileAt source: URL,
    with request: URLRequest,
    limit: Int? = nil,
    progress: ProgressMonitor? = nil,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<Data> {
    do {
      // Looked at first: FoundationNetworking stops the program for a file that is not there.
      try FileHandle(forReadingFrom: source).close()
      // A folder it would take, and then never end.
      if source.isFolder {
        throw ArgumentError("fileAt: \(source.path): this is a folder; name a file, or archive it")
      }
    } catch {
      return Promise(error: error, file: file, line: line)
    }
    let errand = Errand.uploadFile(source, request)
    return transfer(errand, limit: limit, progress: progress, at: (file, line)) { arrival in
      try arrival.validated().body
    }
  }
}
