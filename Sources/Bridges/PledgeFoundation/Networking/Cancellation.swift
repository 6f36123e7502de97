#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking

extension URLSessionTask {
  /// Cancels this task and waits until that has taken effect; to be called where completions run.
  ///
  /// FoundationNetworking's `cancel()` is in two steps. It marks the task, and ends it from another
  /// queue a moment later, or a good while later if the session is still looking into its cache. A
  /// task that completes between the two steps is gone from the session when the second one looks
  /// for it, which is a fatal error ("Trying to access a behaviour for a task that in not in the
  /// registry"). While this waits, no completion can run, and so none can come between. The second
  /// step always comes, so there is no end to the waiting.
  func cancelAndWait() {
    cancel()
    while state == .canceling {
      // Once more, to wait for all that the task's own queue has to do: `error` is not to be read
      // while the second step replaces it.
      cancel()
      if isMarkedAsCancelled { return }
      Thread.sleep(forTimeInterval: 0.001)
    }
  }

  /// Whether the second step has been taken: it sets the error, over any other.
  private var isMarkedAsCancelled: Bool { (error as? URLError)?.code == .cancelled }
}
#endif
