internal import PledgeCore
internal import PledgeSupport

/// A record of the places where a scope has created promises that are still pending.
///
/// The record contains promises with their own producer, combinations, and the promises of `after`,
/// `retry`, and `poll`. It does not contain derived promises, which wait for a recorded one, nor
/// internal promises, such as the timer of a timeout. It keeps no promise alive. In a program that
/// never creates a record, each promise costs one relaxed load.
package final class PendingCreations: Sendable {
  @TaskLocal private static var current: PendingCreations?

  private let records = Locked(Records())

  /// Creates an empty record.
  package init() {
    Instrumentation.listenToCreations { node in PendingCreations.current?.note(node) }
  }

  /// Records the promises created while `body` runs, by this task and the tasks that it starts.
  ///
  /// - Parameter body: A closure that creates promises. Runs before this method returns.
  /// - Returns: The value returned by `body`.
  /// - Throws: The error thrown by `body`.
  package func recording<Output>(_ body: () throws -> Output) rethrows -> Output {
    try PendingCreations.$current.withValue(self, operation: body)
  }

  /// Records the promises created while `body` runs, by this task and the tasks that it starts.
  ///
  /// - Parameter body: A closure that creates promises. Runs before this method returns, on the
  ///   caller's actor.
  /// - Returns: The value returned by `body`.
  /// - Throws: The error thrown by `body`.
  package nonisolated(nonsending) func recording<Output>(
    _ body: nonisolated(nonsending) () async throws -> Output
  ) async rethrows -> Output {
    try await PendingCreations.$current.withValue(self, operation: body)
  }

  /// The locations and labels of the promises that are pending now, in the order of their creation.
  ///
  /// - Complexity: O(*n*), where *n* is the number of recorded promises that are not settled.
  package var entries: [String] {
    records.withLock { $0.references }
      .compactMap { $0() }
      .map { $0.site.text(labeled: $0.label) }
  }

  private func note(_ node: Node) {
    // Skips internal promises, such as timers: the promise that the user asked for is also
    // recorded, with a more helpful location.
    if node.site.fileID.hasPrefix("Pledge/") { return }
    let reference: Reference = { [weak node] in
      node.flatMap { $0.hasOutcome ? nil : $0 }
    }
    guard let candidates = records.withLock({ $0.add(reference) }) else { return }
    // Reading a weak reference retains its promise for a moment, perhaps as the last one to do so,
    // and a promise must not be released under a lock.
    let pending = candidates.filter { $0() != nil }
    records.withLock { $0.keep(pending) }
  }
}

/// A weak reference: returns its node if it still exists and is pending.
private typealias Reference = @Sendable () -> Node?

/// The recorded promises; not thread-safe.
private struct Records {
  private(set) var references: [Reference] = []
  private var limit = 64
  /// The number of references that are being examined and will be replaced.
  private var examined = 0

  /// Adds a reference.
  ///
  /// - Returns: The references to examine, once there are twice as many as last time.
  mutating func add(_ reference: @escaping Reference) -> [Reference]? {
    references.append(reference)
    guard references.count >= limit, examined == 0 else { return nil }
    examined = references.count
    return references
  }

  /// Replaces the examined references with those worth keeping.
  mutating func keep(_ pending: [Reference]) {
    // A new array, so that the memory of a burst is released.
    references = pending + references[examined...]
    limit = max(64, references.count * 2)
    examined = 0
  }
}
