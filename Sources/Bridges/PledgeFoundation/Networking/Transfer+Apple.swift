#if !canImport(FoundationNetworking)
import Foundation

extension Transfer {
  /// Starts the transfer as a task of the given session.
  ///
  /// Apple's sessions call the delegate of a task for all events if the task has no completion
  /// handler. They call the delegate of the session for methods that the delegate of the task
  /// lacks.
  func start(stopping onDiscard: (@escaping @Sendable () -> Void) -> Void) {
    let task = session.task(for: request)
    task.delegate = self
    onDiscard {
      self.markStopped()
      self.cancel(task)
    }
    task.resume()
  }

  func cancel(_ task: URLSessionTask) {
    guard let partial, let task = task as? URLSessionDownloadTask else { return task.cancel() }
    task.cancel(byProducingResumeData: partial.keep)
  }
}
#endif
