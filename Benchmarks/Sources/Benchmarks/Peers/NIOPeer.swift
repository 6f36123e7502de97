import Dispatch
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

  static func fanOut(_ count: Int, size: Int) -> Int {
    let loop = loop
    return Checksum.of {
      for group in groups(of: size, in: count) {
        let promise = loop.makePromise(of: Int.self)
        for _ in group {
          promise.futureResult.whenComplete { result in collect((try? result.get()) ?? 0) }
        }
        promise.succeed(1)
      }
    }
  }

  static func fanIn(_ count: Int, size: Int) -> Int {
    let loop = loop
    return Checksum.of {
      for group in groups(of: size, in: count) {
        let promises = group.map { _ in loop.makePromise(of: Int.self) }
        let last = EventLoopFuture.whenAllSucceed(promises.map(\.futureResult), on: loop)
          .map { collect($0.reduce(0, +)) }
        for (promise, index) in zip(promises, group) { promise.succeed(index) }
        withExtendedLifetime(last) {}
      }
    }
  }

  /// Runs on two threads other than the loop's, so every call hops to the loop.
  ///
  /// This is how NIO is thread-safe: a future is notified only on its loop.
  static func contention(_ count: Int) -> Int {
    Contest.run(
      count,
      create: { elsewhere.makePromise(of: Int.self) },
      settle: { $0.succeed(1) },
      attach: { promise, tally, number in
        promise.futureResult.whenSuccess { tally.add($0 * number) }
      }
    )
  }

  static func deepSettle(_ count: Int) -> Int {
    Checksum.of {
      let root = loop.makePromise(of: Int.self)
      let last = stages(count, on: root).map { collect($0) }
      root.succeed(0)
      withExtendedLifetime(last) {}
    }
  }

  private static func stages(_ count: Int, on root: EventLoopPromise<Int>) -> EventLoopFuture<Int> {
    var last = root.futureResult
    for _ in 0..<count { last = last.map { $0 + 1 } }
    return last
  }

  static func loopSettled(_ count: Int) -> Int {
    Checksum.of { _ = turn(count) }
  }

  private static func turn(_ left: Int) -> EventLoopFuture<Int> {
    guard left > 0 else { return settled(0) }
    collect(1)
    return settled(left - 1).flatMap { turn($0) }
  }

  static func timeout(_ count: Int) -> Int {
    let loop = loop
    return Checksum.of(count) { index in
      let promise = loop.makePromise(of: Int.self)
      let last = limited(promise).map { collect($0) }
      promise.succeed(index)
      withExtendedLifetime(last) {}
    }
  }

  /// Fails `promise` in an hour unless it is settled first.
  private static func limited(_ promise: EventLoopPromise<Int>) -> EventLoopFuture<Int> {
    let timer = loop.scheduleTask(in: .hours(1)) { promise.fail(Failure()) }
    promise.futureResult.whenComplete { _ in timer.cancel() }
    return promise.futureResult
  }
}
