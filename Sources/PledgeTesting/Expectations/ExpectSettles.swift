public import Pledge

/// Waits until `future` is settled; fails the test if that takes longer than `limit`.
///
///     let outcome = try await expectSettles(load(1), within: .seconds(1))
///
/// The failure names the promise's state and the place where its chain was started. A promise that
/// is not settled in time is left as it is: nothing is discarded for it. In XCTest and in Swift
/// Testing alike.
///
/// - Parameters:
///   - future: The promise.
///   - limit: The real time to wait at most, ten minutes by default; a promise that is already settled needs none.
///   - fileID: The place that a failure names.
///   - filePath: The file of that place.
///   - line: The line of that place.
///   - column: The column of that place.
/// - Returns: The value or the error, of which somebody has heard then.
/// - Throws: What ends the test, after the failure has been recorded.
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
  let outcome = await future.settled(within: limit)
  return try site.require(outcome, "not settled \(limit.exceeded): \(future.debugDescription)")
}
