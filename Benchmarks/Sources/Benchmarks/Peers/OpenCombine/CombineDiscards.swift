import OpenCombine

extension CombinePeer {
  static func discardableMaps(_ count: Int) -> Int {
    let work = Work()
    return Checksum.of(count) { index in
      let (future, fulfill) = pending()
      let last = future.handleEvents(receiveCancel: { work.stop() })
        .map { $0 + 1 }.map { $0 + 1 }.map { collect($0 + 1) }.run()
      fulfill(.success(index))
      withExtendedLifetime(last) {}
    }
  }

  static func mapDiscard(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let (future, fulfill) = pending()
      let mapped = future.map { collect($0 - .max) }.run()
      mapped.cancel()
      fulfill(.success(index))
      collect(1)
    }
  }
}
