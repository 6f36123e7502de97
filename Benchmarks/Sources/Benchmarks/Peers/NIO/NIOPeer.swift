import NIOCore
import NIOPosix

/// SwiftNIO's `EventLoopFuture`, at its best: the thread that measures is its loop, so no call hops.
enum NIOPeer {
  /// The loop that the measuring thread is; found without a capture, so that a `flatMap` need not
  /// allocate for one.
  @exclusivity(unchecked) private nonisolated(unsafe) static var own: (any EventLoop)?

  static var loop: any EventLoop {
    guard let own = unsafe own else { fatalError("NIO is measured inside of `onLoop`") }
    return own
  }

  /// A loop with a thread of its own, for the workloads that take two.
  static let elsewhere: any EventLoop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()

  static func settled(_ value: Int) -> EventLoopFuture<Int> {
    loop.makeSucceededFuture(value)
  }

  /// Makes the calling thread a loop while `work` runs; who is not NIO does not notice.
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
