#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking

extension Transfer {
  /// Starts the transfer, in its own session if it needs a delegate.
  ///
  /// FoundationNetworking calls the delegate of a session but not the delegate of a task. The
  /// transfer's own session has the same configuration and queue, and the transfer as its delegate.
  /// Other transfers are tasks of the given session.
  func start(stopping onDiscard: (@escaping @Sendable () -> Void) -> Void) {
    let task = needsDelegate ? ownTask() : plainTask()
    onDiscard {
      self.markStopped()
      self.session.delegateQueue.addOperation { self.cancel(task) }
    }
    task.resume()
  }

  /// Cancels `task`; must run on the delegate queue.
  func cancel(_ task: URLSessionTask) {
    task.cancelAndWait()
  }

  private func ownTask() -> URLSessionTask {
    URLSession(
      configuration: session.configuration,
      delegate: self,
      delegateQueue: session.delegateQueue
    )
    .task(for: request)
  }

  private func plainTask() -> URLSessionTask {
    let endBody = { @Sendable (body: Data?, response: URLResponse?, error: (any Error)?) in
      self.end(response, error) { TransferResponse(body: body ?? Data(), response: $0) }
    }
    let endFile = { @Sendable (file: URL?, response: URLResponse?, error: (any Error)?) in
      self.end(response, error) { TransferResponse(file: file, response: $0) }
    }
    return switch request {
    case .load(let request):
      session.dataTask(with: request, completionHandler: endBody)
    case .upload(let data, let request):
      session.uploadTask(with: request, from: data, completionHandler: endBody)
    case .uploadFile(let file, let request):
      session.uploadTask(with: request, fromFile: file, completionHandler: endBody)
    case .download(let request):
      session.downloadTask(with: request, completionHandler: endFile)
    case .resumeDownload(let data):
      session.downloadTask(withResumeData: data, completionHandler: endFile)
    }
  }

  private func end(
    _ response: URLResponse?,
    _ error: (any Error)?,
    _ makeResponse: (URLResponse) -> TransferResponse
  ) {
    guard let response, error == nil else {
      return end(.failure(error ?? URLError(.badServerResponse)))
    }
    end(.success(makeResponse(response)))
  }
}

// MARK: - Forwarding to the delegate of the given session

// Apple's sessions forward these calls themselves. Here the session is the transfer's own, so the
// transfer passes the session that it stands for.
extension Transfer {
  private var sessionDelegate: (any URLSessionTaskDelegate)? {
    session.delegate as? any URLSessionTaskDelegate
  }

  func urlSession(
    _: URLSession,
    task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    guard let sessionDelegate else { return completionHandler(request) }
    sessionDelegate.urlSession(
      session,
      task: task,
      willPerformHTTPRedirection: response,
      newRequest: request,
      completionHandler: completionHandler
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
    guard let sessionDelegate else { return completionHandler(.performDefaultHandling, nil) }
    sessionDelegate.urlSession(
      session,
      task: task,
      didReceive: challenge,
      completionHandler: completionHandler
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
