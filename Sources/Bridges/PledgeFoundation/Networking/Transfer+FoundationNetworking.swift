#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking

extension Transfer {
  /// Starts it, in a session of its own if it is heard of while it goes on.
  ///
  /// FoundationNetworking tells the delegate of a session everything, that of a task nothing. So such
  /// a session has the same configuration, the same queue, and this as its delegate; all else is a
  /// task of the session that was asked.
  func start(stopping onDiscard: (@escaping @Sendable () -> Void) -> Void) {
    let task = isHandled ? ownTask() : plainTask()
    onDiscard {
      self.noteStopped()
      self.session.delegateQueue.addOperation { self.cancel(task) }
    }
    task.resume()
  }

  /// Cancels `task`; to be called in the delegate queue.
  func cancel(_ task: URLSessionTask) {
    task.cancelAndWait()
  }

  private func ownTask() -> URLSessionTask {
    URLSession(
      configuration: session.configuration,
      delegate: self,
      delegateQueue: session.delegateQueue
    )
    .task(for: errand)
  }

  private func plainTask() -> URLSessionTask {
    let endBody = { @Sendable (body: Data?, response: URLResponse?, error: (any Error)?) in
      self.end(response, error) { Arrival(body: body ?? Data(), response: $0) }
    }
    let endFile = { @Sendable (file: URL?, response: URLResponse?, error: (any Error)?) in
      self.end(response, error) { Arrival(file: file, response: $0) }
    }
    return switch errand {
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
    _ arrival: (URLResponse) -> Arrival
  ) {
    guard let response, error == nil else {
      return end(.failure(error ?? URLError(.badServerResponse)))
    }
    end(.success(arrival(response)))
  }
}

// MARK: - What the session's delegate is to decide

// Apple's sessions pass these on to it by themselves. Here the session is the transfer's own, so it is
// told of the one it stands for.
extension Transfer {
  private var decider: (any URLSessionTaskDelegate)? {
    session.delegate as? any URLSessionTaskDelegate
  }

  func urlSession(
    _: URLSession,
    task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    guard let decider else { return completionHandler(request) }
    decider.urlSession(
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
    guard let decider else { return completionHandler(.performDefaultHandling, nil) }
    decider.urlSession(
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
    guard let decider else { return completionHandler(nil) }
    decider.urlSession(session, task: task, needNewBodyStream: completionHandler)
  }
}
#endif
