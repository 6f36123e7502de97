import NIOCore
import NIOPosix

/// SwiftNIO's `EventLoopFuture` at its best: the measuring thread is its loop, so no call hops.
enum NIOPeer {
  /// The loop of the measuring thread.
  ///
  /// A global, so that a `flatMap` need not allocate a capture.
  @exclusivity(unchecked) private nonisolated(unsafe) static var own: (any EventLoop)?

  static var loop: any EventLoop {
    guard let own = unsafe own else { fatalError("NIO is measured inside of `onLoop`") }
    return own
  }

  /// A loop with its own thread, for workloads that need two.
  static let elsewhere: any EventLoop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()

  static func settled(_ value: Int) -> EventLoopFuture<Int> {
    loop.makeSucceededFuture(value)
  }

  /// Makes the calling thread a loop while `work` runs.
  ///
  /// Other peers are not affected.
  static func onLoop<Output>(_ work: @escaping () -> Output) -> Output {
    var output: Output?
    MultiThreadedEventLoopGroup.withCurrentThreadAsEventLoop { loop in
      unsafe own = loop
      output = work()
      loop.shutdownGracefully { _ in }
    }
    guard let output else { fatalError("the loop ended without a result") }
    return output
  }
}
