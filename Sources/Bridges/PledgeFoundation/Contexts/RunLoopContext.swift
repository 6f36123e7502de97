public import Foundation
public import Pledge

/// An execution context that runs handlers in order, in the iterations of a run loop.
///
///     load(1).observe(on: .runLoop(.main)) { print($0) }
///
/// A run loop that no longer runs does not run handlers either. The promises of these handlers stay
/// pending as long as the run loop exists.
public struct RunLoopContext: ExecutionContext {
  /// Unchecked, since any thread may schedule work in a run loop and wake it; nothing else is done.
  private let runLoop: UncheckedSendable<RunLoop>

  /// Creates a context.
  ///
  /// - Parameter runLoop: The run loop in whose common modes handlers run.
  public init(_ runLoop: RunLoop) {
    self.runLoop = UncheckedSendable(runLoop)
  }

  /// Schedules `work` in the run loop and wakes the loop.
  ///
  /// Any thread.
  ///
  /// - Parameter work: The work to run.
  public func run(_ work: @escaping @Sendable () -> Void) {
    #if canImport(Darwin)
    let runLoop = runLoop.value.getCFRunLoop()
    CFRunLoopPerformBlock(runLoop, CFRunLoopMode.commonModes.rawValue, work)
    CFRunLoopWakeUp(runLoop)
    #else
    runLoop.value.perform(inModes: [.common], block: work)
    // `perform` does not wake the run loop, but a timer does.
    runLoop.value.add(Timer(timeInterval: 0, repeats: false) { _ in }, forMode: .common)
    #endif
  }
}

extension ExecutionContext where Self == RunLoopContext {
  /// Runs handlers in `runLoop`; see ``RunLoopContext``.
  ///
  /// - Parameter runLoop: The run loop in whose common modes handlers run.
  /// - Returns: The context.
  public static func runLoop(_ runLoop: RunLoop) -> RunLoopContext { RunLoopContext(runLoop) }
}
