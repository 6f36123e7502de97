import Foundation
import Pledge

import class PledgeCore.Locked

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One errand of a session, and the delegate that hears of it.
///
/// A task that has a completion handler is not heard of while it goes on. How one begins that is, for
/// any session, the shared one included, is not the same on all platforms: see `start(stopping:)`.
final class Transfer: NSObject, Sendable {
  let session: URLSession
  let errand: Errand
  let partial: PartialDownload?
  private let limit: Int?
  private let progress: ProgressMonitor?
  private let finish: @Sendable (Result<Arrival, any Error>) -> Void
  private let state = Locked(State())

  private struct State: Sendable {
    var received = 0
    /// Why the transfer was cut short, if it was not by a discard.
    var failure: (any Error)?
    var isStopped = false
    /// What has come, where only the delegate is given it.
    var body = Data()
    var file: URL?
  }

  init(
    _ errand: Errand,
    of session: URLSession,
    limit: Int?,
    progress: ProgressMonitor?,
    into partial: PartialDownload?,
    finish: @escaping @Sendable (Result<Arrival, any Error>) -> Void
  ) {
    (self.session, self.errand, self.partial) = (session, errand, partial)
    (self.limit, self.progress, self.finish) = (limit, progress, finish)
  }

  /// Notes that nobody wants what will come of it.
  func noteStopped() {
    state.withLock { $0.isStopped = true }
  }

  /// Hands out what came of it; nothing is kept of what nobody wants any more.
  func end(_ outcome: Result<Arrival, any Error>) {
    let (failure, isStopped, kept) = state.withLock { ($0.failure, $0.isStopped, $0.file) }
    // One that was kept may have come before an error.
    let file = kept ?? (try? outcome.get())?.file
    defer { file.map { try? FileManager.default.removeItem(at: $0) } }
    if let failure { return finish(.failure(failure)) }
    finish(isStopped ? .failure(DiscardedError()) : outcome)
  }

  /// Whether somebody wants to know how it goes on.
  var isHandled: Bool { limit != nil || progress != nil }
}

// MARK: - What has come

extension Transfer {
  /// What has come so far.
  var arrived: (body: Data, file: URL?) { state.withLock { ($0.body, $0.file) } }

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

// MARK: - What is heard meanwhile

extension Transfer {
  /// Takes in that `count` more bytes have come, of `expected` in all, if that is known and positive.
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
    if !errand.isUpload, (200..<300).contains(status) { report(Int64(received), of: expected) }
  }

  func hasSent(_ sent: Int64, of expected: Int64) {
    if errand.isUpload { report(sent, of: expected) }
  }

  private func report(_ done: Int64, of expected: Int64) {
    guard let progress, expected > 0 else { return }
    // Everything is done when the promise is fulfilled, and that would be final.
    progress.report(min(Double(done) / Double(expected), 0.99))
  }

  private func cut(_ task: URLSessionTask, _ error: any Error) {
    let isFirst = state.withLock { state in
      defer { state.failure = state.failure ?? error }
      return state.failure == nil
    }
    if isFirst { cancel(task) }
  }
}

extension URLSession {
  /// Runs `errand`, and returns a promise for what `value` makes of what came back.
  func transfer<Value: Sendable>(
    _ errand: Errand,
    limit: Int?,
    progress: ProgressMonitor?,
    into partial: PartialDownload? = nil,
    at place: (file: StaticString, line: UInt),
    _ value: @escaping @Sendable (Arrival) throws -> Value
  ) -> Promise<Value> {
    if let limit, limit < 0 {
      let complaint = "limit: \(limit): the limit of a body must not be negative"
      return Promise(error: ArgumentError(complaint), file: place.file, line: place.line)
    }
    return Promise(file: place.file, line: place.line) { (resolver: Resolver<Value>) in
      let transfer = Transfer(errand, of: self, limit: limit, progress: progress, into: partial) {
        let result = Result { [arrival = $0] in try value(arrival.get()) }
        if case .success = result { progress?.finish() }
        resolver.settle(result)
      }
      transfer.start(stopping: resolver.onDiscard)
    }
  }
}
