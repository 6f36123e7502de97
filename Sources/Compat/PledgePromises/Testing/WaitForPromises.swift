public import Foundation

/// Waits until no promise is pending and no handler is on its way any more, for tests.
///
///     import XCTest
///
///     load(1).then { user in show(user) }
///     XCTAssert(waitForPromises(timeout: 10))
///
/// To be called on the main thread, where it lets handlers on the main queue run, or on any thread
/// that no handler needs. In a task or a block of the main queue it cannot do the first: await
/// `promise.pledge.value` there. All promises of the process count, except one that waits for a broken
/// promise.
///
/// - Parameter timeout: How long to wait at most, in seconds.
/// - Returns: Whether it came to that before the time was over.
public func waitForPromises(timeout: TimeInterval) -> Bool {
  let deadline = Date(timeIntervalSinceNow: timeout)
  while DispatchGroup.promises.wait(timeout: .now()) == .timedOut {
    guard deadline.timeIntervalSinceNow > 0 else { return false }
    let turned = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
    if !turned { _ = DispatchGroup.promises.wait(timeout: .now() + .milliseconds(10)) }
  }
  return true
}
