public import Foundation
public import Pledge
import PledgeSupport

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension URLSession {
  /// Sends `data` as the body of `request` and loads the body of the response.
  ///
  ///     var request = URLRequest(url: url)
  ///     request.httpMethod = "PUT"
  ///     let user = try JSONEncoder().encode(guest)
  ///     let answer = session.upload(user, with: request, progress: monitor)
  ///
  /// Same as ``request(_:limit:progress:file:line:)-(URLRequest,_,_,_,_)``, except that `progress`
  /// is that of the upload.
  ///
  /// - Parameters:
  ///   - data: The data to send.
  ///   - request: The request to send; its own body is ignored.
  ///   - limit: The maximum number of bytes of the response's body; `nil` for no limit.
  ///   - progress: Receives the progress of the upload, and is finished when the promise is
  ///     fulfilled.
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  /// - Returns: A promise for the body of the response.
  public func upload(
    _ data: Data,
    with request: URLRequest,
    limit: Int? = nil,
    progress: ProgressMonitor? = nil,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<Data> {
    let upload = TransferRequest.upload(data, request)
    return transfer(upload, limit: limit, progress: progress, at: (file, line)) { response in
      try response.validated().body
    }
  }

  /// Sends the content of the file at `source` as the body of `request` and loads the body of the
  /// response.
  ///
  /// Same as ``upload(_:with:limit:progress:file:line:)``. Rejects with a `CocoaError` that names
  /// the file if it cannot be read, or with an `ArgumentError` if it is not a regular file, such as
  /// a folder or a named pipe; then nothing is sent.
  ///
  /// - Parameters:
  ///   - source: The file to send.
  ///   - request: The request to send; its own body is ignored.
  ///   - limit: The maximum number of bytes of the response's body; `nil` for no limit.
  ///   - progress: Receives the progress of the upload, and is finished when the promise is
  ///     fulfilled.
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  /// - Returns: A promise for the body of the response.
  public func upload(
    fileAt source: URL,
    with request: URLRequest,
    limit: Int? = nil,
    progress: ProgressMonitor? = nil,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<Data> {
    do {
      // FoundationNetworking would accept a folder, and the transfer would never end. Opening a
      // named pipe blocks the thread.
      try source.refuseSpecialFile()
      // FoundationNetworking stops the program if the file does not exist.
      try FileHandle(forReadingFrom: source).close()
    } catch {
      return Promise(error: error, file: file, line: line)
    }
    let upload = TransferRequest.uploadFile(source, request)
    return transfer(upload, limit: limit, progress: progress, at: (file, line)) { response in
      try response.validated().body
    }
  }
}

extension URL {
  /// Throws an `ArgumentError` if there is something else than a regular file.
  fileprivate func refuseSpecialFile() throws {
    guard let type = fileType, type != .typeRegular else { return }
    let problem =
      type == .typeDirectory
      ? "this is a folder; name a file, or archive it"
      : "this is not a regular file; read it, and upload the data"
    throw ArgumentError("fileAt: \(path.escaped()): \(problem)")
  }
}
