public import Foundation
public import Pledge

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension URLSession {
  /// Loads what `url` names into a file.
  ///
  /// Same as ``download(_:to:resuming:limit:progress:file:line:)-(URLRequest,_,_,_,_,_,_)`` for a
  /// plain request of `url`.
  ///
  /// - Parameters:
  ///   - url: What to load.
  ///   - destination: The file, which is replaced if it is there.
  ///   - partial: Where to go on, and what is kept to go on with.
  ///   - limit: How many bytes there may be; `nil` for any number.
  ///   - progress: What is told of how much has come.
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
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

  /// Sends `request` and loads the body of the answer into a file.
  ///
  ///     let film = session.download(request, to: file, progress: monitor)
  ///
  /// The body does not pass through memory. It is loaded beside `destination`'s content and takes its
  /// place when it is whole, in one step: a rejection or a discard leaves `destination` as it was. A
  /// folder that is there is left alone, and rejects with an `ArgumentError`, before anything is sent
  /// unless it came later; a file that cannot be put there rejects with a `CocoaError`. All else is as
  /// ``request(_:limit:progress:file:line:)-(URLRequest,_,_,_,_)`` has it.
  ///
  /// On Linux, sessions load into a file of their own in the temporary folder, `<UUID>.tmp`, and leave
  /// it there when the transfer is discarded, cut off or over the limit.
  ///
  /// - Parameters:
  ///   - request: What to send.
  ///   - destination: The file, which is replaced if it is there; its folder has to be there.
  ///   - partial: Where to go on, which `request` is not looked at for then; it is emptied, and filled
  ///     again if this attempt is cut short, too.
  ///   - limit: How many bytes there may be; `nil` for any number.
  ///   - progress: What is told of how much has come, if the server says how much there is, and is
  ///     finished with the promise.
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
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
    let errand = partial?.take().map(Errand.resumeDownload) ?? .download(request)
    return transfer(
      errand,
      limit: limit,
      progress: progress,
      into: partial,
      at: (file, line)
    ) { arrival in
      try arrival.validated().file?.move(to: destination)
      return destination
    }
  }
}
