public import Pledge

/// Waits for the value of `future`; fails the test if it is rejected, or still pending after
/// `limit`.
///
///     let user = try await expectFulfilled(load(1), within: .seconds(1))
///
/// Reports failures and treats the promise like
/// ``expectSettles(_:within:fileID:filePath:line:column:)``.
///
/// - Parameters:
///   - future: The promise.
///   - limit: The maximum real time to wait, ten minutes by default. A settled promise requires no
///     wait.
///   - fileID: The source file shown in failures.
///   - filePath: The path of the source file.
///   - line: The source line shown in failures.
///   - column: The source column shown in failures.
/// - Returns: The value.
/// - Throws: An error that ends the test, after the failure has been recorded.
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
  let outcome = await future.settled(within: limit) {
    site.announceWait(within: limit, future.debugDescription + EarlyAdvances.hint)
  }
  let problem = outcome == nil ? "not settled \(limit.exceeded)" : "not fulfilled"
  let hint = outcome == nil ? EarlyAdvances.hint : ""
  return try site.require(try? outcome?.get(), "\(problem): \(future.debugDescription)\(hint)")
}
