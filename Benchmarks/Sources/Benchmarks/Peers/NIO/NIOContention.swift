import NIOCore

extension NIOPeer {
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
}
