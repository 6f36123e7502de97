import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension URLSession {
  /// A session that waits for as long as a busy machine keeps tests waiting, which may be longer than
  /// the minute that is the default.
  static var patient: URLSession { patient(delegate: nil) }

  static func patient(delegate: (any URLSessionDelegate)?) -> URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 900
    return URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
  }

  /// How many tasks have not ended.
  func taskCount() async -> Int {
    await withCheckedContinuation { continuation in
      getAllTasks { continuation.resume(returning: $0.count) }
    }
  }
}

/// A folder that is there as long as the test that asked for it.
final class TemporaryFolder {
  let url = FileManager.default.temporaryDirectory.appending(path: "pledge-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// The names of the files in it.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
  }
}
