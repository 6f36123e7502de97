#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking

extension Transfer {
  /// Returns a task of a session of its own, whose delegate is this transfer.
  ///
  /// FoundationNetworking calls the delegate of a session for the events of a task, but not the
  /// delegate of a task. The transfer's own session has the same configuration and queue.
  func observedTask() -> URLSessionTask {
    URLSession(
      configuration: session.configuration,
      delegate: self,
      delegateQueue: session.delegateQueue
    )
    .task(for: request)
  }

  /// Makes this transfer answer what FoundationNetworking would ask the delegate of the session.
  func prepare(_ task: URLSessionTask) {
    if sessionDelegate != nil { task.delegate = self }
  }

  /// Cancels `task` on the delegate queue.
  func stop(_ task: URLSessionTask) {
    session.delegateQueue.addOperation { self.cancel(task) }
  }

  /// Cancels `task`; must run on the delegate queue.
  func cancel(_ task: URLSessionTask) {
    task.cancelAndWait()
  }

  /// Does nothing, as FoundationNetworking has no resume data.
  func keepResumeData(of error: any Error) {}
}

// MARK: - Forwarding to the delegate of the given session

// Apple's sessions forward these calls themselves. Here the session may be the transfer's own, so
// the transfer passes the session that it stands for.
extension Transfer {
  private var sessionDelegate: (any URLSessionTaskDelegate)? {
    session.delegate as? any URLSessionTaskDelegate
  }

  /// Gives FoundationNetworking the answer that it waits for, unless the transfer was canceled.
  ///
  /// An answer to a task that no longer waits for it stops the program (Swift 6.3). A delegate may
  /// answer at any time, and before or after the transfer is canceled. So the answer is given on
  /// the queue that also cancels the transfer.
  private func answer(_ give: @escaping @Sendable () -> Void) {
    session.delegateQueue.addOperation {
      if self.isWanted { give() }
    }
  }

  func urlSession(
    _: URLSession,
    task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    let reply = { @Sendable (request: URLRequest?) in
      self.answer {
        // A task that times out while it waits takes this response, but does not end.
        let isWaiting = task.response !== response
        if isWaiting { completionHandler(request) } else { self.cut(task, URLError(.timedOut)) }
      }
    }
    guard let sessionDelegate else { return reply(request) }
    sessionDelegate.urlSession(
      session,
      task: task,
      willPerformHTTPRedirection: response,
      newRequest: request,
      completionHandler: reply
    )
  }

  func urlSession(
    _: URLSession,
    task: URLSessionTask,
    didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (
        URLSession.AuthChallengeDisposition, URLCredential?
      ) -> Void
  ) {
    let reply = {
      @Sendable (disposition: URLSession.AuthChallengeDisposition, credential: URLCredential?) in
      self.answer { completionHandler(disposition, credential) }
    }
    guard let sessionDelegate else { return reply(.performDefaultHandling, nil) }
    sessionDelegate.urlSession(
      session,
      task: task,
      didReceive: challenge,
      completionHandler: reply
    )
  }

  func urlSession(
    _: URLSession,
    task: URLSessionTask,
    needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
  ) {
    guard let sessionDelegate else { return completionHandler(nil) }
    sessionDelegate.urlSession(session, task: task, needNewBodyStream: completionHandler)
  }
}
#endif
