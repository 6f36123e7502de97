public import Foundation
public import Pledge

/// Runs handlers in a run loop, in order, one after another, in the turns that come.
///
///     load(1).observe(on: .runLoop(.main)) { print($0) }
///
/// A run loop that does not run any more runs no handler either: the promise that waits for it stays
/// pending as long as the loop is there.
public struct RunLoopContext: ExecutionContext {
  /// A run loop may be woken and given work from any thread, which is all that is done with it here.
  private let runLoop: UncheckedSendable<RunLoop>

  /// Creates a context.
  ///
  /// - Parameter runLoop: Where handlers run, in its common modes.
  public init(_ runLoop: RunLoop) {
    self.runLoop = UncheckedSendable(runLoop)
  }

  /// Has the run loop run `work`, and wakes it.
  ///
  /// Any thread.
  ///
  /// - Parameter work: What to run.
  public func run(_ work: @escaping @Sendable () -> Void) {
    #if canImport(Darwin)
    let runLoop = runLoop.value.getCFRunLoop()
    CFRunLoopPerformBlock(runLoop, CFRunLoopMode.commonModes.rawValue, work)
    CFRunLoopWakeUp(runLoop)
    #else
    runLoop.value.perform(inModes: [.common], block: work)
    // Which does not wake it; a timer does.
    runLoop.value.add(Timer(timeInterval: 0, repeats: false) { _ in }, forMode: .common)
    #endif
  }
}

extension ExecutionContext where Self == RunLoopContext {
  /// Runs handlers in `runLoop`; see ``RunLoopContext``.
  ///
  /// - Parameter runLoop: Where handlers run, in its common modes.
  /// - Returns: The context.
  public static func runLoop(_ runLoop: RunLoop) -> RunLoopContext { RunLoopContext(runLoop) }
}
