public import Foundation
public import Pledge

extension Timer {
  /// Returns a promise that a timer of `runLoop` fulfils.
  ///
  ///     Timer.once(after: .seconds(1), on: .main).observe { _ in note("It takes long.") }
  ///
  /// It is for what has to keep to the turns of a run loop; everywhere else there is
  /// `after(_:clock:file:line:)`, which needs none. Handlers run in the run loop unless told otherwise.
  /// Discarding the promise, or the leaving of its last consumer, has the run loop invalidate the timer.
  ///
  /// - Parameters:
  ///   - delay: The time to wait, counted from this call; with none or less it fires in the next turn.
  ///   - runLoop: Where the timer runs, in the common modes; it has to be run by somebody.
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  /// - Returns: A promise that is fulfilled when the timer fires.
  public static func once(
    after delay: Duration,
    on runLoop: RunLoop = .main,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<Void> {
    Promise(file: file, line: line) { (resolver: Resolver<Void>) in
      // With a delay and no date it would fire at once on Linux (Swift 6.3).
      let date = Date(timeIntervalSinceNow: delay / .seconds(1))
      let timer = Timer(fire: date, interval: 0, repeats: false) { _ in resolver.fulfill() }
      // Only the run loop's thread may invalidate a timer, and that is where this is done.
      let held = UncheckedSendable(timer)
      let context = RunLoopContext(runLoop)
      resolver.onDiscard { context.run { held.value.invalidate() } }
      runLoop.add(timer, forMode: .common)
    }
  }
}
