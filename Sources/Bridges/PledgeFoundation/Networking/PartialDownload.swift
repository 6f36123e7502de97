public import Foundation
import PledgeSupport

/// Stores the data with which an interrupted download can be resumed.
///
///     let partial = PartialDownload()
///     let film = retry(max: 5) { session.download(url, to: file, resuming: partial) }
///
/// It is filled when the download fails or is discarded, if the session and the server support
/// that. FoundationNetworking does not, so there each attempt starts over.
public final class PartialDownload: Sendable {
  private let data: Locked<Data?>

  /// Creates a store, empty unless you provide earlier data.
  ///
  /// - Parameter resumeData: An earlier ``resumeData``, for example of a previous run of the
  ///   program.
  public init(resumeData: Data? = nil) {
    data = Locked(resumeData)
  }

  /// The data with which a session resumes the download; `nil` if it has to start over.
  ///
  /// `downloadTask(withResumeData:)` takes this data. After a discard, it becomes available after a
  /// short delay.
  ///
  /// Any thread.
  public var resumeData: Data? { data.withLock { $0 } }

  func keep(_ resumeData: Data?) {
    data.withLock { $0 = resumeData }
  }

  /// Returns and removes the data; returns `nil` for sessions that cannot resume.
  func take() -> Data? {
    #if canImport(FoundationNetworking)
    keep(nil)
    return nil
    #else
    return data.withLock { $0.take() }
    #endif
  }
}
