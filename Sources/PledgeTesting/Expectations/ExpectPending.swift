public import Pledge

/// Fails the test if `future` is settled.
///
///     let user = promise.timeout(after: .seconds(5), clock: clock)
///     expectPending(user)
///     clock.advance(by: .seconds(5))
///     try await expectRejected(user)
///
/// It looks once, without waiting and without becoming a consumer. The failure names the outcome and
/// the place where the promise's chain was started.
///
/// - Parameters:
///   - future: The promise.
///   - fileID: The place that a failure names.
///   - filePath: The file of that place.
///   - line: The line of that place.
///   - column: The column of that place.
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
