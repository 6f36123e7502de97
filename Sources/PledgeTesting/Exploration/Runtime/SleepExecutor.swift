#if (canImport(Glibc) || canImport(Android)) && compiler(>=6.3) && compiler(<6.4)
internal import CPledgeTesting
internal import PledgeSupport
@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) internal import _Concurrency

/// The default executor of the process, to which the runtime passes each sleep and each yield.
///
/// It forwards to the platform's executor, except on threads that explore. It has no state of its
/// own, so threads may still use the previous executor while it is installed.
final class SleepExecutor: TaskExecutor, SchedulingExecutor {
  private static let shared = SleepExecutor()
  private static let platform = Task.defaultExecutor
  private static let main = MainActor.executor

  private struct Factory: ExecutorFactory {
    static var mainExecutor: any MainExecutor { SleepExecutor.main }
    static var defaultExecutor: any TaskExecutor { SleepExecutor.shared }
  }

  /// Makes this the default executor until the process ends; returns whether that is possible.
  static func install() -> Bool {
    guard platform is any SchedulingExecutor else { return false }
    _createExecutors(factory: Factory.self)
    return Task.defaultExecutor === shared
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let address = RuntimeReference.address(of: job)
    if pledge_hooks_enqueue_pool(address) { return }
    SleepExecutor.platform.enqueue(RuntimeReference.job(at: address))
  }

  func enqueue<Other: Clock>(
    _ job: consuming ExecutorJob,
    after delay: Other.Duration,
    tolerance: Other.Duration?,
    clock: Other
  ) {
    let address = RuntimeReference.address(of: job)
    if let duration = delay as? Duration, pledge_hooks_sleep(address, duration.wholeNanoseconds) {
      return
    }
    let scheduler = SleepExecutor.platform as? any SchedulingExecutor
    let job = RuntimeReference.job(at: address)
    scheduler?.enqueue(job, after: delay, tolerance: tolerance, clock: clock)
  }
}
#else
/// Nothing: this runtime calls hooks for sleeps, or has no means to take them over.
enum SleepExecutor {
  static func install() -> Bool { false }
}
#endif
