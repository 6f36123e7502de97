import Foundation

#if canImport(FoundationNetworking)
@_exported public import FoundationNetworking
#endif

extension URLSession {
  /// A session with a timeout that suffices on a busy machine, which may need more than the default
  /// of one minute.
  static var patient: URLSession { patient(delegate: nil) }

  static func patient(delegate: (any URLSessionDelegate)?) -> URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 900
    return URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
  }

  /// Returns the number of tasks that have not ended.
  func taskCount() async -> Int {
    await withCheckedContinuation { continuation in
      getAllTasks { continuation.resume(returning: $0.count) }
    }
  }
}
