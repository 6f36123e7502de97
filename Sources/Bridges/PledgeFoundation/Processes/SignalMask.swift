#if os(macOS) || os(Linux) || os(Android)
import PledgeSupport

/// Runs `body` on this thread with all signals that end a process unblocked.
///
/// On Linux, the threads of queues and tasks block most signals. A process started on one inherits
/// that mask and would never receive SIGTERM. On other systems, Foundation handles this.
func withoutBlockedSignals<Output>(_ body: () throws -> Output) rethrows -> Output {
  #if canImport(Darwin)
  return try body()
  #else
  return try System.withSignalsThatEnd(body)
  #endif
}
#endif
