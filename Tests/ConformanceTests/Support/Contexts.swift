import Dispatch
import Foundation
import Pledge

/// A context that keeps its jobs until it is told what to do with them.
final class ManualContext: ExecutionContext {
  private let waiting = Locked<[@Sendable () -> Void]>([])

  var jobs: Int { waiting.withLock { $0.count } }

  func run(_ work: @escaping @Sendable () -> Void) {
    waiting.withLock { $0.append(work) }
  }

  /// Runs every job, those that come meanwhile included.
  func runAll() {
    while let job = first() { job() }
  }

  /// Runs every job twice.
  func runAllTwice() {
    while let job = first() {
      job()
      job()
    }
  }

  /// Forgets every job.
  func dropAll() {
    while first() != nil {}
  }

  private func first() -> (@Sendable () -> Void)? {
    waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
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
