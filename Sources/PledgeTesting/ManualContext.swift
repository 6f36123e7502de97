public import Pledge
internal import PledgeSupport

/// A context that keeps its jobs until a test runs them, one by one or all together.
///
///     let context = ManualContext()
///     let name = load(1).map(on: context) { $0.name }
///     print(context.count)  // prints: 1
///     context.runNext()
///     print(name.isFulfilled)  // prints: true
///
/// Each handler is a separate job, even if the next stage of a chain is on the same context: unlike
/// a queue, this context does not elide hops (spec 3.6.10), so that a test can stop between any
/// two.
///
/// Jobs run in the order in which they were added, on the thread that calls a method to run them.
/// All methods can be called from any thread, and from within a job.
public final class ManualContext: ExecutionContext {
  private let jobs = Locked(Queue())

  /// Creates a context without jobs.
  public init() {}

  /// The number of waiting jobs.
  public var count: Int { jobs.withLock { $0.count } }

  /// Whether there are no waiting jobs.
  public var isEmpty: Bool { count == 0 }

  /// Adds a job that waits until the test runs or drops it.
  ///
  /// - Parameter work: The job.
  public func run(_ work: @escaping @Sendable () -> Void) {
    jobs.withLock { $0.append(work) }
  }

  /// Runs the oldest job.
  ///
  /// - Returns: Whether there was a job.
  @discardableResult
  public func runNext() -> Bool {
    guard let job = popFirst() else { return false }
    job()
    return true
  }

  /// Runs all jobs, including those added during the call, until none is waiting.
  ///
  /// This method does not return if jobs keep adding new ones.
  public func runAll() {
    while runNext() {}
  }

  /// Drops all jobs, including those added during the call, like a context that goes away.
  ///
  /// The stages that wait for the jobs are rejected with ``/Pledge/BrokenPromiseError``
  /// (spec 7.1.4).
  public func dropAll() {
    while popFirst() != nil {}
  }

  /// Removes and returns the oldest job, for the test to run elsewhere, later, twice, or not at
  /// all.
  ///
  /// - Returns: The job, or `nil` if there is none.
  public func popFirst() -> (@Sendable () -> Void)? {
    jobs.withLock { $0.popFirst() }
  }
}

/// A first-in, first-out queue of jobs.
private struct Queue {
  private var incoming: [@Sendable () -> Void] = []
  /// The jobs older than the incoming ones, in reverse order.
  private var outgoing: [@Sendable () -> Void] = []

  var count: Int { incoming.count + outgoing.count }

  mutating func append(_ job: @escaping @Sendable () -> Void) {
    incoming.append(job)
  }

  /// Removes and returns the oldest job.
  ///
  /// - Complexity: O(1), amortized.
  mutating func popFirst() -> (@Sendable () -> Void)? {
    if outgoing.isEmpty {
      outgoing = incoming.reversed()
      incoming = []
    }
    return outgoing.popLast()
  }
}
