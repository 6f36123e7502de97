import NIOCore
import NIOPosix

/// SwiftNIO's `EventLoopFuture`, at its best: everything runs on the loop, so no call has to hop.
enum NIOPeer {
  static let loop: any EventLoop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()

  /// Runs `work` on the loop and waits for it.
  static func onLoop<Output: Sendable>(_ work: @escaping @Sendable () -> Output) -> Output {
    do {
      return try loop.submit(work).wait()
    } catch {
      fatalError("the loop is gone: \(error)")
    }
  }
}
