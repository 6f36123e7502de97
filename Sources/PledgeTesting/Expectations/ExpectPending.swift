public import Pledge

/// Fails the test if `future` is settled.
///
///     let user = promise.timeout(after: .seconds(5), clock: clock)
///     expectPending(user)
///     clock.advance(by: .seconds(5))
///     try await expectRejected(user)
///
/// Checks once, without waiting and without becoming a consumer. The failure contains the outcome
/// and the location where the chain was started.
///
/// - Parameters:
///   - future: The promise.
///   - fileID: The source file shown in failures.
///   - filePath: The path of the source file.
///   - line: The source line shown in failures.
///   - column: The source column shown in failures.
public func expectPending<Value>(
  _ future: Future<Value>,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  guard !future.isPending else { return }
  CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    .record("not pending: \(future.debugDescription)")
}
