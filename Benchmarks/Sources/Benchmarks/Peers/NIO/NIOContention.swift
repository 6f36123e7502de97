import NIOCore

extension NIOPeer {
  /// From two threads that are not the loop's, so every call hops there.
  ///
  /// This is how NIO is safe for many threads: a future hears of everything on its loop.
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
