import OpenCombine

extension CombinePeer {
  static func pendingFlatMaps(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let (future, fulfil) = pending()
      let last =
        future
        .flatMap { settled($0 + 1) }
        .flatMap { settled($0 + 1) }
        .flatMap { settled(collect($0 + 1)) }
        .run()
      fulfil(.success(index))
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
      source.fulfil(.success(index))
      first.fulfil(.success(index + 1))
      second.fulfil(.success(index + 2))
      third.fulfil(.success(index + 3))
      withExtendedLifetime(last) {}
    }
  }
}
