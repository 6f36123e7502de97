#if os(macOS) || os(Linux) || os(Android)
import Foundation

/// Runs `body`, on this thread, with no signal blocked.
///
/// On Linux the threads of queues and tasks block most signals, and a process that is started on one
/// inherits that, and so would never hear of a SIGTERM. Elsewhere Foundation sees to it.
func withoutBlockedSignals<Output>(_ body: () throws -> Output) rethrows -> Output {
  #if canImport(Glibc)
  let mask: any SignalMask.Type = CurrentSignalMask.self
  let before = mask.exchange(for: 0)
  defer { _ = mask.exchange(for: before) }
  #endif
  return try body()
}

#if canImport(Glibc)
/// The signals that the current thread blocks, a bit each.
///
/// A protocol, because what does it without a pointer is deprecated, which says itself whoever calls it
/// by name.
private protocol SignalMask {
  static func exchange(for mask: Int32) -> Int32
}

private enum CurrentSignalMask: SignalMask {
  @available(*, deprecated)
  static func exchange(for mask: Int32) -> Int32 { sigsetmask(mask) }
}
#endif
#endif
