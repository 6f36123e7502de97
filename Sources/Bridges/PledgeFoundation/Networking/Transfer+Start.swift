import Foundation
import Pledge

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Transfer {
  /// Starts the transfer as a task with a completion handler, unless it has to be observed.
  ///
  /// It ends if the promise of `resolver` is discarded, and gets high priority if that is lent.
  func start(_ resolver: Resolver<some Sendable>) {
    let task = needsDelegate ? observedTask() : plainTask()
    resolver.onDiscard {
      self.markStopped()
      self.stop(task)
    }
    resolver.onPriorityEscalated { if $0 >= .high { task.priority = URLSessionTask.highPriority } }
    task.resume()
  }

  private func plainTask() -> URLSessionTask {
    let endBody = { @Sendable (body: Data?, response: URLResponse?, error: (any Error)?) in
      self.end(response, error) { TransferResponse(body: body ?? Data(), response: $0) }
    }
    let endFile = { @Sendable (file: URL?, response: URLResponse?, error: (any Error)?) in
      self.end(response, error) { TransferResponse(file: file, response: $0) }
    }
    let task: URLSessionTask =
      switch request {
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
    prepare(task)
    return task
  }

  /// Delivers the outcome of a task.
  func end(
    _ response: URLResponse?,
    _ error: (any Error)?,
    _ makeResponse: (URLResponse) -> TransferResponse
  ) {
    error.map(keepResumeData)
    guard let response, error == nil else {
      return end(.failure(error ?? URLError(.badServerResponse)))
    }
    end(.success(makeResponse(response)))
  }
}
