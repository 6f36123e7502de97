#if !canImport(FoundationNetworking)
import Foundation

extension Transfer {
  /// Starts it, as a task of the session that was asked.
  ///
  /// Apple's sessions tell the delegate of a task everything, if the task has no completion handler,
  /// and pass on to the session's delegate what the task's has no method for.
  func start(stopping onDiscard: (@escaping @Sendable () -> Void) -> Void) {
    let task = session.task(for: errand)
    task.delegate = self
    onDiscard {
      self.noteStopped()
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
