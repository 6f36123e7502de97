internal import Pledge

/// Runs `body`; fails the test if a promise that was made meanwhile is pending then.
///
///     try await expectNothingPending {
///       try await save(guest).value
///     }
///
/// The failure names the place of each. Promises count that were made by this task and those that it
/// started, not those that a queue or a thread made on its own (see ``/Pledge/PendingPromises``). It looks
/// once, when `body` has returned, so `body` has to wait for what it started.
///
/// - Parameters:
///   - fileID: The place that a failure names.
///   - filePath: The file of that place.
///   - line: The line of that place.
///   - column: The column of that place.
///   - body: What makes promises, and waits for them; runs before this returns.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws; nothing is checked then.
@discardableResult
public func expectNothingPending<Output>(
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ body: () throws -> Output
) rethrows -> Output {
  let pending = PendingPromises()
  let output = try pending.recording(body)
  CallSite(fileID: fileID, filePath: filePath, line: line, column: column).expectNone(of: pending)
  return output
}

/// Runs `body`; fails the test if a promise that was made meanwhile is pending then.
///
/// Same as the form for a `body` that does not wait. This one runs on the caller's actor.
///
/// - Parameters:
///   - fileID: The place that a failure names.
///   - filePath: The file of that place.
///   - line: The line of that place.
///   - column: The column of that place.
///   - body: What makes promises, and waits for them; runs before this returns.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws; nothing is checked then.
@discardableResult
public nonisolated(nonsending) func expectNothingPending<Output>(
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ body: nonisolated(nonsending) () async throws -> Output
) async rethrows -> Output {
  let pending = PendingPromises()
  let output = try await pending.recording(body)
  CallSite(fileID: fileID, filePath: filePath, line: line, column: column).expectNone(of: pending)
  return output
}

extension CallSite {
  fileprivate func expectNone(of pending: PendingPromises) {
    let entries = pending.entries
    guard !entries.isEmpty else { return }
    record((["still pending:"] + lines(for: entries)).joined(separator: "\n"))
  }

  /// One line for each place, in the order of the first promise that was made there.
  private func lines(for entries: [PendingPromises.Entry]) -> [String] {
    var counts: [PendingPromises.Entry: Int] = [:]
    for entry in entries { counts[entry, default: 0] += 1 }
    return entries.compactMap { entry in
      counts.removeValue(forKey: entry).map { count in
        count == 1 ? "  a promise made at \(entry)" : "  \(count) promises made at \(entry)"
      }
    }
  }
}
