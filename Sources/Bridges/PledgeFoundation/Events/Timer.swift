public import Foundation
public import Pledge

extension Timer {
  /// Returns a promise that is fulfilled by a timer of `runLoop`.
  ///
  ///     Timer.once(after: .seconds(1), on: .main).observe { _ in note("It takes long.") }
  ///
  /// Use this for work that has to stay in step with a run loop; otherwise use
  /// `after(_:clock:file:line:)`, which needs none. Handlers run in the run loop by default. If the
  /// promise is discarded or its last consumer detaches, the run loop invalidates the timer.
  ///
  /// - Parameters:
  ///   - delay: The time to wait, counted from this call. If it is zero or negative, the timer
  ///     fires in the next iteration of the run loop.
  ///   - runLoop: The run loop that runs the timer, in the common modes. It must be running.
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  /// - Returns: A promise that is fulfilled when the timer fires.
  public static func once(
    after delay: Duration,
    on runLoop: RunLoop = .main,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<Void> {
    Promise(file: file, line: line) { (resolver: Resolver<Void>) in
      // On Linux, a timer with a delay but no date would fire immediately (Swift 6.3).
      let date = Date(timeIntervalSinceNow: delay / .seconds(1))
      let timer = Timer(fire: date, interval: 0, repeats: false) { _ in resolver.resolve() }
      // Only the run loop's thread may invalidate a timer, so `onDiscard` does it there.
      let held = UncheckedSendable(timer)
      let context = RunLoopContext(runLoop)
      resolver.onDiscard { context.run { held.value.invalidate() } }
      runLoop.add(timer, forMode: .common)
    }
  }
}
