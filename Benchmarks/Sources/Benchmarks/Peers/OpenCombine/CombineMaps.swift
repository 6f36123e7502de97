import OpenCombine

extension CombinePeer {
  static func settledMaps(_ count: Int) -> Int {
    Checksum.of(count) { index in
      _ = Future<Int, any Error> { $0(.success(index)) }
        .map { $0 + 1 }.map { $0 + 1 }.map { collect($0 + 1) }
        .run()
    }
  }

  static func pendingMaps(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let (future, fulfil) = pending()
      let last = future.map { $0 + 1 }.map { $0 + 1 }.map { collect($0 + 1) }.run()
      fulfil(.success(index))
      withExtendedLifetime(last) {}
    }
  }
}
