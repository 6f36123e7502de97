import Dispatch
import Pledge
@_exported public import PledgeTesting

extension ManualContext {
  /// Runs every job twice.
  func runAllTwice() {
    while let job = popFirst() {
      job()
      job()
    }
  }
}

/// A context that runs its jobs immediately.
struct InlineContext: ExecutionContext {
  func run(_ work: @escaping @Sendable () -> Void) { work() }
}

/// Returns whether the caller runs on the main queue; on Linux, it may run on any thread.
func isOnMainQueue() -> Bool { DispatchQueue.getSpecific(key: mainQueueKey) ?? false }

private let mainQueueKey = {
  let key = DispatchSpecificKey<Bool>()
  DispatchQueue.main.setSpecific(key: key, value: true)
  return key
}()
