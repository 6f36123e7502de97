public import Pledge

/// Waits for the error of `future`; fails the test if it is fulfilled, or pending after `limit`.
///
///     let error = try await expectRejected(session.request(url), with: HTTPError.self)
///     print(error.statusCode)
///
/// Same as ``expectSettles(_:within:fileID:filePath:line:column:)`` in what it says of a failure and
/// leaves of the promise. A reason that is no error is a ``/Pledge/RejectionReasonError``.
///
/// - Parameters:
///   - future: The promise.
///   - type: The type of error to expect; any other fails the test.
///   - limit: The real time to wait at most, ten minutes by default; a promise that is already settled needs none.
///   - fileID: The place that a failure names.
///   - filePath: The file of that place.
///   - line: The line of that place.
///   - column: The column of that place.
/// - Returns: The error, of which somebody has heard then.
/// - Throws: What ends the test, after the failure has been recorded.
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
  let outcome = await future.settled(within: limit)
  let problem = outcome == nil ? "not settled \(limit.exceeded)" : "not \(rejection(with: type))"
  return try site.require(outcome?.error as? Failure, "\(problem): \(future.debugDescription)")
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
