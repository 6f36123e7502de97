import Pledge

/// The ten seconds after which queues check the operations that their tasks have added.
package final class Patience: Sendable {
  private let checks = Locked<[@Sendable () -> String?]>([])

  package init() {}

  /// The number of checks that come after ten seconds.
  package var count: Int { checks.value.count }

  /// Runs `body`, and waits for checks only in ``end()``.
  package func control<Output>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Output
  ) async rethrows -> Output {
    let patience = NestedPatience { [checks] check in checks.withLock { $0.append(check) } }
    return try await NestedPatience.$current.withValue(patience, operation: body)
  }

  /// Lets ten seconds pass, and returns the lines that are printed.
  package func end() -> [String] {
    let due = checks.withLock { checks in
      defer { checks = [] }
      return checks
    }
    return due.compactMap { $0() }
  }
}
