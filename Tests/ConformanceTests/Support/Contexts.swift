import Dispatch
import Foundation
import Pledge
@_exported public import PledgeTesting

extension ManualContext {
  /// The number of waiting jobs.
  var jobs: Int { count }

  /// Runs every job twice.
  func runAllTwice() {
    while let job = popFirst() {
      job()
      job()
    }
  }
}

/// A context that drops its jobs.
struct DroppingContext: ExecutionContext {
  func run(_: @escaping @Sendable () -> Void) {}
}

/// A context that runs its jobs immediately.
struct InlineContext: ExecutionContext {
  func run(_ work: @escaping @Sendable () -> Void) { work() }
}

/// A context that runs every job on a new thread and waits for it.
struct ThreadContext: ExecutionContext {
  func run(_ work: @escaping @Sendable () -> Void) { onThread(work) }
}

/// Returns whether the caller runs on the main queue; on Linux, it may run on any thread.
func isOnMainQueue() -> Bool { DispatchQueue.getSpecific(key: mainQueueKey) ?? false }

private let mainQueueKey = {
  let key = DispatchSpecificKey<Bool>()
  DispatchQueue.main.setSpecific(key: key, value: true)
  return key
}()

/// Waits until the main queue has run all currently enqueued work.
func mainQueueDrained() async {
  await withCheckedContinuation { continuation in
    DispatchQueue.main.async { continuation.resume() }
  }
}
