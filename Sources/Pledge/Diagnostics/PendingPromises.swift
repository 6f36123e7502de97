internal import PledgeCore

/// Remembers where promises were made that are still pending.
///
///     let pending = PendingPromises()
///     try await pending.recording { print(try await fetch(1)) }
///     print(pending.entries)  // [App/Loader.swift:42]
///
/// Promises with a producer of their own and combinations are remembered, `after`, `retry` and `poll`
/// too; what is derived from one waits for it and need not be, and what Pledge makes for itself, such
/// as the timer of a timeout, is not. Nothing is kept alive by it. A program that never makes one of
/// these pays a relaxed load for each promise.
public final class PendingPromises: Sendable {
  /// The place where a promise was made that is pending.
  public struct Entry: Sendable, Hashable, CustomStringConvertible {
    /// The `#fileID` of the place.
    public let fileID: String
    /// The line of that place.
    public let line: UInt

    /// The file and the line, as text that can be printed.
    public var description: String { "\(fileID.escaped()):\(line)" }
  }

  @TaskLocal private static var current: PendingPromises?

  private let records = Locked(Records())

  /// Creates an empty one.
  public init() {
    Instrumentation.listenToCreations { node in PendingPromises.current?.note(node) }
  }

  /// Remembers the promises that are made while `body` runs, by this task and those that it starts.
  ///
  /// - Parameter body: What makes promises; runs before this returns.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public func recording<Output>(_ body: () throws -> Output) rethrows -> Output {
    try PendingPromises.$current.withValue(self, operation: body)
  }

  /// Remembers the promises that are made while `body` runs, by this task and those that it starts.
  ///
  /// - Parameter body: What makes promises; runs before this returns, on the caller's actor.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public nonisolated(nonsending) func recording<Output>(
    _ body: nonisolated(nonsending) () async throws -> Output
  ) async rethrows -> Output {
    try await PendingPromises.$current.withValue(self, operation: body)
  }

  /// The places of those that are pending now, in the order in which they were made.
  ///
  /// - Complexity: O(*n*) in the number of promises that were remembered and are not settled.
  public var entries: [Entry] {
    records.withLock { $0.references }
      .compactMap { $0() }
      .map { Entry(fileID: $0.site.fileID, line: $0.site.line) }
  }

  private func note(_ node: Node) {
    // A timer, or a step on the way: what was asked for is there, too, with a place that helps.
    if node.site.fileID.hasPrefix("Pledge/") { return }
    let reference: Reference = { [weak node] in
      node.flatMap { $0.isSettled ? nil : $0 }
    }
    guard let candidates = records.withLock({ $0.add(reference) }) else { return }
    // A reference that is looked at may be the last one for a moment, and what it ends is not for
    // under a lock.
    let pending = candidates.filter { $0() != nil }
    records.withLock { $0.keep(pending) }
  }
}

/// A node that is not kept alive, if it has no outcome yet.
private typealias Reference = @Sendable () -> Node?

/// What has been noted, apart from the threads.
private struct Records {
  private(set) var references: [Reference] = []
  private var limit = 64
  /// How many are being looked through, and will be replaced.
  private var examined = 0

  /// Adds a reference.
  ///
  /// - Returns: Those to be looked through, once there are twice as many as last time.
  mutating func add(_ reference: @escaping Reference) -> [Reference]? {
    references.append(reference)
    guard references.count >= limit, examined == 0 else { return nil }
    examined = references.count
    return references
  }

  /// Replaces those that were looked through by those that are worth keeping.
  mutating func keep(_ pending: [Reference]) {
    references.replaceSubrange(..<examined, with: pending)
    limit = max(64, references.count * 2)
    examined = 0
  }
}
