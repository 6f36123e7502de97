public import Pledge

/// Waits for the error of `future`; fails the test if it is fulfilled, or still pending after
/// `limit`.
///
///     let error = try await expectRejected(session.request(url), with: HTTPError.self)
///     print(error.statusCode)
///
/// Reports failures and treats the promise like
/// ``expectSettles(_:within:fileID:filePath:line:column:)``. A rejection reason that is not an
/// error is returned as ``/Pledge/RejectionReasonError``.
///
/// - Parameters:
///   - future: The promise.
///   - type: The expected type of the error. An error of any other type fails the test.
///   - limit: The maximum real time to wait, ten minutes by default. A settled promise requires no
///     wait.
///   - fileID: The source file shown in failures.
///   - filePath: The path of the source file.
///   - line: The source line shown in failures.
///   - column: The source column shown in failures.
/// - Returns: The error. The rejection counts as handled.
/// - Throws: An error that ends the test, after the failure has been recorded.
@discardableResult
public nonisolated(nonsending) func expectRejected<Value, Failure: Error>(
  _ future: Future<Value>,
  with type: Failure.Type = (any Error).self,
  within limit: Duration = .seconds(600),
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) async throws -> Failure {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let outcome = await future.settled(within: limit) {
    site.announceWait(within: limit, future.debugDescription + EarlyAdvances.hint)
  }
  let problem = outcome == nil ? "not settled \(limit.exceeded)" : "not \(rejection(with: type))"
  let hint = outcome == nil ? EarlyAdvances.hint : ""
  let description = "\(problem): \(future.debugDescription)\(hint)"
  return try site.require(outcome?.error as? Failure, description)
}

private func rejection<Failure: Error>(with type: Failure.Type) -> String {
  type == (any Error).self ? "rejected" : "rejected with \(type)"
}

extension Result {
  fileprivate var error: Failure? {
    guard case .failure(let error) = self else { return nil }
    return error
  }
}
