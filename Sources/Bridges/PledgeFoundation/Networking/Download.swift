public import Foundation
public import Pledge

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension URLSession {
  /// Downloads the resource at `url` into a file.
  ///
  /// Same as ``download(_:to:resuming:limit:progress:file:line:)-(URLRequest,_,_,_,_,_,_)`` for a
  /// plain request of `url`.
  ///
  /// - Parameters:
  ///   - url: The URL to load.
  ///   - destination: The file; an existing one is replaced.
  ///   - partial: Stores the data with which an interrupted download can be resumed.
  ///   - limit: The maximum number of bytes; `nil` for no limit.
  ///   - progress: Receives the progress of the download.
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  /// - Returns: A promise for `destination`.
  public func download(
    _ url: URL,
    to destination: URL,
    resuming partial: PartialDownload? = nil,
    limit: Int? = nil,
    progress: ProgressMonitor? = nil,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<URL> {
    download(
      URLRequest(url: url),
      to: destination,
      resuming: partial,
      limit: limit,
      progress: progress,
      file: file,
      line: line
    )
  }

  /// Sends `request` and downloads the body of the response into a file.
  ///
  ///     let film = session.download(request, to: file, progress: monitor)
  ///
  /// The body is not held in memory. It is loaded into another file that replaces `destination`
  /// atomically when it is complete, so a rejection or a discard leaves `destination` unchanged. If
  /// `destination` is a folder, the promise is rejected with an `ArgumentError`, before anything is
  /// sent unless the folder is created later. If the file cannot be moved there, the promise is
  /// rejected with a `CocoaError`; if the session made no file, with a `URLError`. Otherwise this
  /// behaves like ``request(_:limit:progress:file:line:)-(URLRequest,_,_,_,_)``.
  ///
  /// On Linux, sessions load into a file `<UUID>.tmp` in the temporary folder, and leave it there
  /// if the transfer is discarded, interrupted, or over the limit.
  ///
  /// - Parameters:
  ///   - request: The request to send.
  ///   - destination: The file; an existing one is replaced. Its folder must exist.
  ///   - partial: The data of an interrupted download. If it is not empty, the download resumes
  ///     from it, ignores `request`, and empties it. It is filled again if this attempt is
  ///     interrupted.
  ///   - limit: The maximum number of bytes; `nil` for no limit.
  ///   - progress: Receives the progress if the server announces the size of the body, and is
  ///     finished when the promise is fulfilled.
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  /// - Returns: A promise for `destination`.
  public func download(
    _ request: URLRequest,
    to destination: URL,
    resuming partial: PartialDownload? = nil,
    limit: Int? = nil,
    progress: ProgressMonitor? = nil,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<URL> {
    do {
      try destination.refuseFolder()
    } catch {
      return Promise(error: error, file: file, line: line)
    }
    let transferRequest = partial?.take().map(TransferRequest.resumeDownload) ?? .download(request)
    return transfer(
      transferRequest,
      limit: limit,
      progress: progress,
      into: partial,
      at: (file, line)
    ) { response in
      guard let body = try response.validated().file else { throw URLError(.cannotCreateFile) }
      try body.move(to: destination)
      return destination
    }
  }
}
