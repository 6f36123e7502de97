import OpenCombine

/// Races in Combine: the first value of both, merged.
extension CombinePeer {
  static func race(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let (winner, loser) = (pending(), pending())
      let last = race(winner.future, loser.future).map { collect($0) }.run()
      winner.fulfill(.success(index))
      loser.fulfill(.success(.max))
      withExtendedLifetime(last) {}
    }
  }

  /// Races the futures returned by `make` against a future that never settles.
  static func races<Value: Sendable>(
    of make: @escaping @Sendable () -> Value
  ) -> Competitor {
    Competitor(
      .opencombine,
      keeping: { pending(Value.self) },
      { never, count in
        Checksum.of(count) { _ in
          let winner = pending(Value.self)
          let last = race(never.future, winner.future).map { _ in collect(1) }.run()
          winner.fulfill(.success(make()))
          withExtendedLifetime(last) {}
        }
      },
      end: { never in never.fulfill(.success(make())) }
    )
  }

  private static func race<Value>(
    _ first: Future<Value, any Error>,
    _ second: Future<Value, any Error>
  ) -> some Publisher<Value, any Error> {
    [first, second].publisher.setFailureType(to: (any Error).self).flatMap { $0 }.first()
  }
}
