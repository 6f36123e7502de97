import Foundation
import Pledge
import PledgeSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A single request of a session, and the delegate of its task if that has to be observed.
///
/// A task with a completion handler does not inform its delegate. How to start a task that does
/// depends on the platform: see `observedTask()`.
final class Transfer: NSObject, Sendable {
  let session: URLSession
  let request: TransferRequest
  let partial: PartialDownload?
  private let limit: Int?
  private let progress: ProgressMonitor?
  private let finish: @Sendable (Result<TransferResponse, any Error>) -> Void
  private let state = Locked(State())

  private struct State: Sendable {
    var received = 0
    /// The reason why the transfer was interrupted, unless it was discarded.
    var failure: (any Error)?
    var isStopped = false
    /// The content received by the delegate.
    var body = Data()
    var file: URL?
  }

  init(
    _ request: TransferRequest,
    of session: URLSession,
    limit: Int?,
    progress: ProgressMonitor?,
    into partial: PartialDownload?,
    finish: @escaping @Sendable (Result<TransferResponse, any Error>) -> Void
  ) {
    (self.session, self.request, self.partial) = (session, request, partial)
    (self.limit, self.progress, self.finish) = (limit, progress, finish)
  }

  /// Whether the transfer was neither stopped nor interrupted.
  var isWanted: Bool { state.withLock { !$0.isStopped && $0.failure == nil } }

  /// Records that the outcome is no longer wanted.
  func markStopped() {
    state.withLock { $0.isStopped = true }
  }

  /// Delivers the outcome, or a `DiscardedError` if the transfer was stopped.
  ///
  /// Afterwards, removes the file if it was not moved.
  func end(_ outcome: Result<TransferResponse, any Error>) {
    let (failure, isStopped, kept) = state.withLock { ($0.failure, $0.isStopped, $0.file) }
    // A file may have been received before an error.
    let file = kept ?? (try? outcome.get())?.file
    defer { file.map { try? FileManager.default.removeItem(at: $0) } }
    if let failure { return finish(.failure(failure)) }
    finish(isStopped ? .failure(DiscardedError()) : outcome)
  }

  /// Whether the transfer has to be observed while it runs.
  var needsDelegate: Bool { limit != nil || progress != nil }
}

// MARK: - Received content

extension Transfer {
  /// The content received so far.
  var receivedContent: (body: Data, file: URL?) { state.withLock { ($0.body, $0.file) } }

  func keep(_ data: Data) {
    state.withLock { $0.body.append(data) }
  }

  func keep(_ file: Result<URL, any Error>) {
    state.withLock { state in
      switch file {
      case .success(let file): state.file = file
      case .failure(let error): state.failure = state.failure ?? error
      }
    }
  }
}

// MARK: - Progress and limit

extension Transfer {
  /// Records that `count` more bytes were received, of a total of `expected` if that is positive.
  func hasReceived(_ count: Int, of expected: Int64, for task: URLSessionTask) {
    let received = state.withLock { state in
      state.received += count
      return state.received
    }
    if let limit, received > limit || expected > limit {
      let announced = expected > limit ? expected : nil
      let url = task.response?.url ?? task.originalRequest?.url
      return cut(task, BodyTooLargeError(url: url, limit: limit, announced: announced))
    }
    let status = (task.response as? HTTPURLResponse)?.statusCode ?? 200
    if !request.isUpload, (200..<300).contains(status) { report(Int64(received), of: expected) }
  }

  func hasSent(_ sent: Int64, of expected: Int64) {
    if request.isUpload { report(sent, of: expected) }
  }

  private func report(_ done: Int64, of expected: Int64) {
    guard let progress, expected > 0 else { return }
    // The progress is complete only when the promise is fulfilled, and completion is final.
    progress.report(min(Double(done) / Double(expected), 0.99))
  }

  /// Ends the transfer with `error`; on Linux, must run on the delegate queue.
  func cut(_ task: URLSessionTask, _ error: any Error) {
    let isFirst = state.withLock { state in
      defer { state.failure = state.failure ?? error }
      return state.failure == nil
    }
    if isFirst { cancel(task) }
  }
}

extension URLSession {
  /// Runs `request` and returns a promise for the result of `value` with the response.
  func transfer<Value: Sendable>(
    _ request: TransferRequest,
    limit: Int?,
    progress: ProgressMonitor?,
    into partial: PartialDownload? = nil,
    at place: (file: StaticString, line: UInt),
    _ value: @escaping @Sendable (TransferResponse) throws -> Value
  ) -> Promise<Value> {
    if let problem = problem(limit: limit) {
      return Promise(error: ArgumentError(problem), file: place.file, line: place.line)
    }
    return Promise(file: place.file, line: place.line) { (resolver: Resolver<Value>) in
      let transfer = Transfer(request, of: self, limit: limit, progress: progress, into: partial) {
        let result = Result { [response = $0] in try value(response.get()) }
        if case .success = result { progress?.finish() }
        resolver.settle(with: result)
      }
      transfer.start(resolver)
    }
  }

  private func problem(limit: Int?) -> String? {
    if let limit, limit < 0 { return "limit: \(limit): the limit of a body must not be negative" }
    // The system runs these transfers, and calls only the delegate of the session.
    return configuration.identifier.map {
      "session: \($0.escaped()): this is a background session; use a default or ephemeral one"
    }
  }
}
