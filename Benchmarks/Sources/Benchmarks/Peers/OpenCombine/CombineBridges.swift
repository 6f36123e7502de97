import OpenCombine

extension CombinePeer {
  static func roundTrip(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let first = pending()
      let second = pending()
      let between = first.future.first()
        .sink(receiveCompletion: { _ in }, receiveValue: { second.fulfill(.success($0)) })
      let last = second.future.map { collect($0) }.run()
      first.fulfill(.success(index))
      withExtendedLifetime((between, last)) {}
    }
  }
}
