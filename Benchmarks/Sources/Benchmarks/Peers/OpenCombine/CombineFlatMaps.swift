import OpenCombine

extension CombinePeer {
  static func pendingFlatMaps(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let (future, fulfill) = pending()
      let last =
        future
        .flatMap { settled($0 + 1) }
        .flatMap { settled($0 + 1) }
        .flatMap { settled(collect($0 + 1)) }
        .run()
      fulfill(.success(index))
      withExtendedLifetime(last) {}
    }
  }

  static func pendingFlatMapsPendingInner(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let (source, first, second, third) = (pending(), pending(), pending(), pending())
      let last = source.future
        .flatMap { _ in first.future }
        .flatMap { _ in second.future }
        .flatMap { _ in third.future }
        .map { collect($0) }
        .run()
      source.fulfill(.success(index))
      first.fulfill(.success(index + 1))
      second.fulfill(.success(index + 2))
      third.fulfill(.success(index + 3))
      withExtendedLifetime(last) {}
    }
  }
}
