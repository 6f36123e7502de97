#if !canImport(FoundationNetworking)
import Foundation

extension Transfer {
  /// Returns a task of the given session that calls this transfer.
  ///
  /// Apple's sessions call the delegate of a task for all events if the task has no completion
  /// handler. They call the delegate of the session for methods that the delegate of the task
  /// lacks.
  func observedTask() -> URLSessionTask {
    let task = session.task(for: request)
    task.delegate = self
    return task
  }

  /// Does nothing, as the delegate of the session answers the questions of a plain task.
  func prepare(_ task: URLSessionTask) {}

  func stop(_ task: URLSessionTask) {
    cancel(task)
  }

  func cancel(_ task: URLSessionTask) {
    guard let partial, let task = task as? URLSessionDownloadTask else { return task.cancel() }
    task.cancel(byProducingResumeData: partial.keep)
  }

  func keepResumeData(of error: any Error) {
    if let data = (error as? URLError)?.downloadTaskResumeData { partial?.keep(data) }
  }
}
#endif
