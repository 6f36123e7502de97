public import Foundation

/// Waits until no promise is pending and no handler is enqueued, for tests.
///
///     import XCTest
///
///     load(1).then { user in show(user) }
///     XCTAssert(waitForPromises(timeout: 10))
///
/// Call this on the main thread, where it lets handlers on the main queue run, or on a thread that
/// no handler needs. In a task or a block of the main queue, it cannot let those handlers run:
/// await `promise.pledge.value` there. All promises of the process count, except those that wait
/// for a broken promise.
///
/// - Parameter timeout: The maximum time to wait, in seconds.
/// - Returns: Whether that state was reached in time.
public func waitForPromises(timeout: TimeInterval) -> Bool {
  let deadline = Date(timeIntervalSinceNow: timeout)
  while DispatchGroup.promises.wait(timeout: .now()) == .timedOut {
    guard deadline.timeIntervalSinceNow > 0 else { return false }
    let didRun = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
    if !didRun { _ = DispatchGroup.promises.wait(timeout: .now() + .milliseconds(10)) }
  }
  return true
}
