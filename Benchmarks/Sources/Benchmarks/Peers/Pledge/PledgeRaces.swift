import Pledge

extension PledgePeer {
  static func race(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let (winner, loser) = (Promise<Int>(), Promise<Int>())
      let last = Pledge.race(winner, loser).map { collect($0) }
      winner.resolve(index)
      loser.resolve(.max)
      withExtendedLifetime(last) {}
    }
  }

  /// Races the promises returned by `make` against a promise that never settles.
  static func races<Value: Sendable>(
    of make: @escaping @Sendable () -> Value
  ) -> Competitor {
    Competitor(
      .pledge,
      keeping: { Promise<Value>() },
      { never, count in
        Checksum.of(count) { _ in
          let winner = Promise<Value>()
          let last = Pledge.race(never, winner).map { _ in collect(1) }
          winner.resolve(make())
          withExtendedLifetime(last) {}
        }
      },
      end: { never in never.resolve(make()) }
    )
  }
}
