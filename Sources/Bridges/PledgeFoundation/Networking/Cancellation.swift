#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking

extension URLSessionTask {
  /// Cancels this task and waits for the effect; must run on the queue of the completion handlers.
  ///
  /// FoundationNetworking's `cancel()` has two steps. The first marks the task. The second ends it
  /// from another queue, usually a moment later, but much later while the session is still
  /// searching its cache. If a task completes between the two steps, the second one cannot find it
  /// in the session, which is a fatal error ("Trying to access a behaviour for a task that in not
  /// in the registry"). While this method waits, no completion handler can run, so the task cannot
  /// complete in between. The second step always happens, so the wait ends.
  func cancelAndWait() {
    cancel()
    // Read to wait for the pending work of the task's queue: a newer `cancel()` (Swift 6.4) does
    // its first step there, and `error` must not be read while the second step replaces it.
    _ = priority
    while state == .canceling, !isMarkedAsCancelled {
      Thread.sleep(forTimeInterval: 0.001)
      _ = priority
    }
  }

  /// Whether the second step has happened: it sets this error, replacing any other.
  private var isMarkedAsCancelled: Bool { (error as? URLError)?.code == .cancelled }
}
#endif
