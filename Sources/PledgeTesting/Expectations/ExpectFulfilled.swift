public import Pledge

/// Waits for the value of `future`; fails the test if it is rejected, or pending after `limit`.
///
///     let user = try await expectFulfilled(load(1), within: .seconds(1))
///
/// Same as ``expectSettles(_:within:fileID:filePath:line:column:)`` in what it says of a failure and
/// leaves of the promise.
///
/// - Parameters:
///   - future: The promise.
///   - limit: The real time to wait at most, ten minutes by default; a promise that is already settled needs none.
///   - fileID: The place that a failure names.
///   - filePath: The file of that place.
///   - line: The line of that place.
///   - column: The column of that place.
/// - Returns: The value.
/// - Throws: What ends the test, after the failure has been recorded.
@discardableResult
public nonisolated(nonsending) func expectFulfilled<Value>(
  _ future: Future<Value>,
  within limit: Duration = .seconds(600),
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) async throws -> Value {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let outcome = await future.settled(within: limit)
  let problem = outcome == nil ? "not settled \(limit.exceeded)" : "not fulfilled"
  return try site.require(try? outcome?.get(), "\(problem): \(future.debugDescription)")
}
