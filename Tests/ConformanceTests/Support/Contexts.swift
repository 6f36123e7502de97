import Dispatch
import Foundation
import Pledge
@_exported public import PledgeTesting

extension ManualContext {
  /// How many jobs wait.
  var jobs: Int { count }

  /// Runs every job twice.
  func runAllTwice() {
    while let job = popFirst() {
      job()
      job()
    }
  }
}

/// A context that forgets its jobs at once.
struct DroppingContext: ExecutionContext {
  func run(_: @escaping @Sendable () -> Void) {}
}

/// A context that runs its jobs at once.
struct InlineContext: ExecutionContext {
  func run(_ work: @escaping @Sendable () -> Void) { work() }
}

/// A context that runs every job on a new thread, and waits for it.
struct ThreadContext: ExecutionContext {
  func run(_ work: @escaping @Sendable () -> Void) { onThread(work) }
}

/// Whether the caller runs on the main queue; on Linux another thread than the first one may do that.
func isOnMainQueue() -> Bool { DispatchQueue.getSpecific(key: mainQueueKey) ?? false }

private let mainQueueKey = {
  let key = DispatchSpecificKey<Bool>()
  DispatchQueue.main.setSpecific(key: key, value: true)
  return key
}()

/// Waits until the main queue has done what is in it now.
func mainQueueDrained() async {
  await withCheckedContinuation { continuation in
    DispatchQueue.main.async { continuation.resume() }
  }
}
