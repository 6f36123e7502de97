import NIOCore

/// Races in NIO, which has no such operator: both futures cascade to a promise that ignores the
/// later one.
extension NIOPeer {
  static func race(_ count: Int) -> Int {
    let loop = loop
    return Checksum.of(count) { index in
      let (winner, loser) = (loop.makePromise(of: Int.self), loop.makePromise(of: Int.self))
      let last = race(winner.futureResult, loser.futureResult, on: loop).map { collect($0) }
      winner.succeed(index)
      loser.succeed(.max)
      withExtendedLifetime(last) {}
    }
  }

  /// Races the futures returned by `make` against promises that never settle.
  static func races<Value: Sendable>(
    of make: @escaping @Sendable () -> Value
  ) -> Competitor {
    Competitor(
      .nio,
      keeping: { loop.makePromise(of: Value.self) },
      { never, count in
        let loop = loop
        return Checksum.of(count) { _ in
          let winner = loop.makePromise(of: Value.self)
          let last = race(never.futureResult, winner.futureResult, on: loop)
            .map { _ in collect(1) }
          winner.succeed(make())
          withExtendedLifetime(last) {}
        }
      },
      end: { never in never.succeed(make()) }
    )
  }

  private static func race<Value: Sendable>(
    _ first: EventLoopFuture<Value>,
    _ second: EventLoopFuture<Value>,
    on loop: any EventLoop
  ) -> EventLoopFuture<Value> {
    let settled = loop.makePromise(of: Value.self)
    first.cascade(to: settled)
    second.cascade(to: settled)
    return settled.futureResult
  }
}
