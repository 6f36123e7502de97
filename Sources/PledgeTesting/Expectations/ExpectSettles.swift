public import Pledge

/// Waits until `future` is settled; fails the test if that takes longer than `limit`.
///
///     let outcome = try await expectSettles(load(1), within: .seconds(1))
///
/// The failure contains the state of the promise and the location where its chain was started. If
/// the promise is not settled in time, it stays as it was, and no work is discarded. After ten
/// seconds, a line on standard error shows the same. Works in XCTest and in Swift Testing.
///
/// - Parameters:
///   - future: The promise.
///   - limit: The maximum real time to wait, ten minutes by default. A settled promise requires no
///     wait.
///   - fileID: The source file shown in failures.
///   - filePath: The path of the source file.
///   - line: The source line shown in failures.
///   - column: The source column shown in failures.
/// - Returns: The outcome. A rejection counts as handled.
/// - Throws: An error that ends the test, after the failure has been recorded.
@discardableResult
public nonisolated(nonsending) func expectSettles<Value>(
  _ future: Future<Value>,
  within limit: Duration = .seconds(600),
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) async throws -> Result<Value, any Error> {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let outcome = await future.settled(within: limit) {
    site.announceWait(within: limit, future.debugDescription + EarlyAdvances.hint)
  }
  let problem = "not settled \(limit.exceeded): \(future.debugDescription)"
  return try site.require(outcome, problem + (outcome == nil ? EarlyAdvances.hint : ""))
}
