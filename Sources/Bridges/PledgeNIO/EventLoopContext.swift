#if NIO
public import NIOCore
public import Pledge

internal import class PledgeCore.Locked

/// The execution context that runs handlers on an event loop.
///
///     users.load(1)
///       .map { ByteBuffer(string: $0.name) }
///       .tap(on: .eventLoop(channel.eventLoop)) { channel.writeAndFlush($0, promise: nil) }
///       .catch { print($0) }
///
/// **No needless hop.** A handler whose turn comes on the loop runs at once, as callbacks of NIO
/// do, unless others wait for the loop: none overtakes another. From elsewhere it becomes a task of
/// the loop.
///
/// **A loop that is shut down.** Tasks that it has accepted run, also while it closes. A closed
/// loop of `MultiThreadedEventLoopGroup` drops what it is given and prints an error; with
/// `SWIFTNIO_STRICT` set, it stops the program. A handler that is dropped does not run; its stage
/// is rejected with `BrokenPromiseError` (spec 7.1.4), so that whoever waits hears of it. The closure of
/// `ensure` runs there and then instead.
///
/// An `EmbeddedEventLoop` takes everything on its own thread as being on the loop, so handlers run
/// at once; it may not be used from any other.
public struct EventLoopContext: ExecutionContext {
  private static let errands = (0..<64).map { _ in Locked(WaitingErrands()) }

  /// The loop.
  public let loop: any EventLoop

  /// Creates the context of `loop`.
  ///
  /// - Parameter loop: Where handlers run.
  public init(_ loop: any EventLoop) {
    self.loop = loop
  }

  /// Runs `work` on the loop: before this returns, if it is called there and nothing waits; else as
  /// a task.
  ///
  /// - Parameter work: What to run.
  public func run(_ work: @escaping @Sendable () -> Void) {
    let (id, errands) = (ObjectIdentifier(loop), self.errands)
    if loop.inEventLoop, !errands.withLock({ $0.wait(for: id) }) { return work() }
    let errand = Errand(work, for: id, among: errands)
    loop.execute { errand.run() }
  }

  /// Loops share a few, since one for all would be a place where they meet.
  private var errands: Locked<WaitingErrands> {
    EventLoopContext.errands[Int(UInt(bitPattern: ObjectIdentifier(loop)) >> 5 & 63)]
  }
}

extension ExecutionContext where Self == EventLoopContext {
  /// Runs handlers on `loop`; see ``EventLoopContext``.
  ///
  /// - Parameter loop: Where handlers run.
  /// - Returns: The context.
  public static func eventLoop(_ loop: any EventLoop) -> EventLoopContext {
    EventLoopContext(loop)
  }
}

/// Work on its way to a loop, which runs it or drops it.
private final class Errand: Sendable {
  private let work: @Sendable () -> Void
  private let loop: ObjectIdentifier
  private let errands: Locked<WaitingErrands>

  init(
    _ work: @escaping @Sendable () -> Void,
    for loop: ObjectIdentifier,
    among errands: Locked<WaitingErrands>
  ) {
    self.work = work
    self.loop = loop
    self.errands = errands
    errands.withLock { $0.add(ObjectIdentifier(self), for: loop) }
  }

  deinit {
    leave()
  }

  func run() {
    leave()
    work()
  }

  private func leave() {
    errands.withLock { $0.remove(ObjectIdentifier(self), for: loop) }
  }
}
#endif
