public import Pledge
internal import PledgeSupport

extension Future {
  /// Returns a promise that stays pending, for a stub of work that does not end.
  ///
  ///     let silent: @Sendable (Int) -> Future<User> = { _ in .never() }
  ///     let user = silent(1).timeout(after: .seconds(5), clock: clock)
  ///
  /// Unlike `Promise()`, it needs no owner: it keeps itself alive until it is discarded, for
  /// example because its last consumer detaches, or settled. A promise that never has a consumer
  /// stays in memory.
  ///
  /// - Parameters:
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  /// - Returns: The promise.
  public static func never(
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<Value> {
    // The promise releases the block, and with it the owner, when it is settled.
    let owner = Locked(Kept<Value>())
    let promise = Promise<Value>(
      discard: {
        // Released after unlocking.
        _ = owner.withLock { $0.promise.take() }
      },
      file: file,
      line: line
    )
    owner.withLock { $0.promise = promise }
    Watch.current?.noteNever(promise)
    return promise
  }
}

/// A reference from a promise to itself.
private struct Kept<Value: Sendable> {
  var promise: Promise<Value>?
}
