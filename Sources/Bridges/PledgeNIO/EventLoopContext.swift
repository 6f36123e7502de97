#if NIO
public import NIOCore
public import Pledge

internal import PledgeSupport

/// An execution context that runs handlers on an event loop.
///
///     users.load(1)
///       .map { ByteBuffer(string: $0.name) }
///       .tap(on: .eventLoop(channel.eventLoop)) { channel.writeAndFlush($0, promise: nil) }
///       .catch { print($0) }
///
/// **No needless hop.** On the loop, a handler runs immediately, as callbacks of NIO do, unless
/// jobs are waiting for the loop, so that handlers keep their order. On other threads, it becomes a
/// task of the loop. Up to 16 consecutive stages on the same loop share a task, even if other jobs
/// are waiting (spec 3.6.8, 3.6.9).
///
/// **A loop that is shut down.** Tasks that the loop has accepted run, even while it closes. A
/// closed loop of `MultiThreadedEventLoopGroup` drops new tasks and prints an error; with
/// `SWIFTNIO_STRICT` set, it stops the program. A dropped handler does not run: its stage is
/// rejected with `BrokenPromiseError` (spec 7.1.4), so that consumers are informed. The closure of
/// `ensure` runs anyway, immediately, on the thread that drops it.
///
/// An `EmbeddedEventLoop` regards every call as being on the loop, so handlers run immediately. Use
/// it only on its own thread.
public struct EventLoopContext: ExecutionContext {
  private static let jobs = (0..<64).map { _ in Locked(PendingJobs()) }

  /// The event loop.
  public let loop: any EventLoop

  /// Creates the context of `loop`.
  ///
  /// - Parameter loop: The loop on which handlers run.
  public init(_ loop: any EventLoop) {
    self.loop = loop
  }

  /// Runs `work` on the loop.
  ///
  /// Runs it before returning if called on the loop with no waiting jobs, or else as a task.
  ///
  /// - Parameter work: The work to run.
  public func run(_ work: @escaping @Sendable () -> Void) {
    let (id, jobs) = (ObjectIdentifier(loop), self.jobs)
    if loop.inEventLoop, !jobs.withLock({ $0.hasJobs(for: id) }) { return work() }
    let job = EventLoopJob(work, for: id, among: jobs)
    loop.execute { job.run() }
  }

  /// The event loop.
  public var executionIdentity: AnyObject? { loop }

  /// The pending jobs of this loop and others: loops share 64 locks, since one would be contended.
  private var jobs: Locked<PendingJobs> {
    EventLoopContext.jobs[Int(UInt(bitPattern: ObjectIdentifier(loop)) >> 5 & 63)]
  }
}

extension ExecutionContext where Self == EventLoopContext {
  /// Runs handlers on `loop`; see ``EventLoopContext``.
  ///
  /// - Parameter loop: The loop on which handlers run.
  /// - Returns: The context.
  public static func eventLoop(_ loop: any EventLoop) -> EventLoopContext {
    EventLoopContext(loop)
  }
}

/// Work scheduled on a loop; the loop either runs or drops it.
private final class EventLoopJob: Sendable {
  private let work: @Sendable () -> Void
  private let loop: ObjectIdentifier
  private let jobs: Locked<PendingJobs>

  init(
    _ work: @escaping @Sendable () -> Void,
    for loop: ObjectIdentifier,
    among jobs: Locked<PendingJobs>
  ) {
    self.work = work
    self.loop = loop
    self.jobs = jobs
    jobs.withLock { $0.add(ObjectIdentifier(self), for: loop) }
  }

  deinit {
    unregister()
  }

  func run() {
    unregister()
    work()
  }

  private func unregister() {
    jobs.withLock { $0.remove(ObjectIdentifier(self), for: loop) }
  }
}
#endif
