internal import Pledge

/// Runs `body`; fails the test if a promise created in it is still pending when it returns.
///
///     try await expectNothingPending {
///       try await save(guest).value
///     }
///
/// The failure contains the location of each promise. Promises count if they were created by this
/// task or by tasks that it started, and not if a queue or a thread created them independently.
/// Derived promises do not count: they wait for one that does. The check is made once, when `body`
/// has returned, so `body` must wait for everything it started.
///
/// - Parameters:
///   - fileID: The source file shown in failures.
///   - filePath: The path of the source file.
///   - line: The source line shown in failures.
///   - column: The source column shown in failures.
///   - body: A closure that creates promises and waits for them. Runs before this function returns.
/// - Returns: The value returned by `body`.
/// - Throws: The error thrown by `body`; in this case, nothing is checked.
@discardableResult
public func expectNothingPending<Output>(
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ body: () throws -> Output
) rethrows -> Output {
  let pending = PendingCreations()
  let output = try pending.recording(body)
  CallSite(fileID: fileID, filePath: filePath, line: line, column: column).expectNone(of: pending)
  return output
}

/// Runs an asynchronous `body`; fails the test if a promise created in it is still pending when it
/// returns.
///
/// Same as the function for a synchronous `body`, and runs `body` on the caller's actor.
///
/// - Parameters:
///   - fileID: The source file shown in failures.
///   - filePath: The path of the source file.
///   - line: The source line shown in failures.
///   - column: The source column shown in failures.
///   - body: A closure that creates promises and waits for them. Runs before this function returns.
/// - Returns: The value returned by `body`.
/// - Throws: The error thrown by `body`; in this case, nothing is checked.
@discardableResult
public nonisolated(nonsending) func expectNothingPending<Output>(
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ body: nonisolated(nonsending) () async throws -> Output
) async rethrows -> Output {
  let pending = PendingCreations()
  let output = try await pending.recording(body)
  CallSite(fileID: fileID, filePath: filePath, line: line, column: column).expectNone(of: pending)
  return output
}

extension CallSite {
  fileprivate func expectNone(of pending: PendingCreations) {
    let entries = pending.entries
    guard !entries.isEmpty else { return }
    record((["still pending:"] + lines(for: entries)).joined(separator: "\n"))
  }

  /// Returns one line per location, in the order of the first promise created there.
  private func lines(for entries: [String]) -> [String] {
    var counts: [String: Int] = [:]
    for entry in entries { counts[entry, default: 0] += 1 }
    return entries.compactMap { entry in
      counts.removeValue(forKey: entry).map { count in
        count == 1 ? "  a promise made at \(entry)" : "  \(count) promises made at \(entry)"
      }
    }
  }
}
