public import Pledge

internal import class PledgeCore.Locked

/// A context that keeps its jobs until a test runs them, one by one or all together.
///
///     let context = ManualContext()
///     let name = load(1).map(on: context) { $0.name }
///     print(context.count)  // prints: 1
///     context.runNext()
///     print(name.isFulfilled)  // prints: true
///
/// Jobs run in the order in which they came, on the thread that runs them. Any thread may do so, and
/// a job may do so in its turn.
public final class ManualContext: ExecutionContext {
  private let jobs = Locked(Queue())

  /// Creates a context without jobs.
  public init() {}

  /// How many jobs wait.
  ///
  /// Any thread.
  public var count: Int { jobs.withLock { $0.count } }

  /// Whether no job waits.
  public var isEmpty: Bool { count == 0 }

  /// Keeps `work` until it is told what to do with it.
  ///
  /// Any thread.
  ///
  /// - Parameter work: The job.
  public func run(_ work: @escaping @Sendable () -> Void) {
    jobs.withLock { $0.append(work) }
  }

  /// Runs the oldest job.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public func runNext() -> Bool {
    guard let job = popFirst() else { return false }
    job()
    return true
  }

  /// Runs every job, and those that come meanwhile, until none waits.
  ///
  /// Jobs that bring new ones for ever keep this from returning.
  public func runAll() {
    while runNext() {}
  }

  /// Forgets every job, and those that come meanwhile, as a context does that goes away.
  ///
  /// The stages they were for are rejected with ``/Pledge/BrokenPromiseError`` (spec 7.1.4).
  public func dropAll() {
    while popFirst() != nil {}
  }

  /// Takes the oldest job out, to be run elsewhere, later, twice or not at all.
  ///
  /// - Returns: The job, if there was one.
  public func popFirst() -> (@Sendable () -> Void)? {
    jobs.withLock { $0.popFirst() }
  }
}

/// Jobs, first in, first out.
private struct Queue {
  private var incoming: [@Sendable () -> Void] = []
  /// Older than the incoming ones, the oldest last.
  private var outgoing: [@Sendable () -> Void] = []

  var count: Int { incoming.count + outgoing.count }

  mutating func append(_ job: @escaping @Sendable () -> Void) {
    incoming.append(job)
  }

  /// - Complexity: O(1), amortised.
  mutating func popFirst() -> (@Sendable () -> Void)? {
    if outgoing.isEmpty {
      outgoing = incoming.reversed()
      incoming = []
    }
    return outgoing.popLast()
  }
}
