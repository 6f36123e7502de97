public import Foundation

import class PledgeCore.Locked

/// What there is of a download that was cut short, so that the next attempt can go on from there.
///
///     let partial = PartialDownload()
///     let film = retry(max: 5) { session.download(url, to: file, resuming: partial) }
///
/// It is filled when the download fails or is discarded, if the session and the server support that:
/// those of FoundationNetworking do not, so there, each attempt begins anew.
public final class PartialDownload: Sendable {
  private let data: Locked<Data?>

  /// Creates one, which is empty unless there is something from before.
  ///
  /// - Parameter resumeData: What an earlier ``resumeData`` was, for example before the program was
  ///   started anew.
  public init(resumeData: Data? = nil) {
    data = Locked(resumeData)
  }

  /// What a session needs to go on; `nil` if it has to begin anew.
  ///
  /// It is what `downloadTask(withResumeData:)` takes. After a discard it takes a moment to come.
  ///
  /// Any thread.
  public var resumeData: Data? { data.withLock { $0 } }

  func keep(_ resumeData: Data?) {
    data.withLock { $0 = resumeData }
  }

  /// Hands out what is there, which an attempt uses up; nothing to sessions that cannot go on with it.
  func take() -> Data? {
    #if canImport(FoundationNetworking)
    keep(nil)
    return nil
    #else
    return data.withLock { $0.take() }
    #endif
  }
}
