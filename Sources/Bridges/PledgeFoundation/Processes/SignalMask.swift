#if os(macOS) || os(Linux) || os(Android)
import enum PledgeCore.System

/// Runs `body`, on this thread, with no signal blocked that ends a process.
///
/// On Linux the threads of queues and tasks block most signals, and a process that is started on one
/// inherits that, and so would never hear of a SIGTERM. Elsewhere Foundation sees to it.
func withoutBlockedSignals<Output>(_ body: () throws -> Output) rethrows -> Output {
  #if canImport(Darwin)
  return try body()
  #else
  return try System.withSignalsThatEnd(body)
  #endif
}
#endif
