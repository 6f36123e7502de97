import OpenCombine

extension CombinePeer {
  static func fanOut(_ count: Int, size: Int) -> Int {
    Checksum.of {
      for group in groups(of: size, in: count) {
        let (future, fulfill) = pending()
        let last = group.map { _ in
          future.sink(receiveCompletion: { _ in }, receiveValue: { collect($0) })
        }
        fulfill(.success(1))
        withExtendedLifetime(last) {}
      }
    }
  }

  /// Collects a `flatMap` over the futures, because there is no `all` and no merge of many.
  static func fanIn(_ count: Int, size: Int) -> Int {
    Checksum.of {
      for group in groups(of: size, in: count) {
        let sources = group.map { _ in pending() }
        let last = sources.publisher.setFailureType(to: (any Error).self)
          .flatMap(\.future)
          .collect()
          .map { collect($0.reduce(0, +)) }
          .run()
        for (source, index) in zip(sources, group) { source.fulfill(.success(index)) }
        withExtendedLifetime(last) {}
      }
    }
  }

  static func mapConcurrently(_ count: Int, size: Int) -> Int {
    Checksum.of {
      for group in groups(of: size, in: count) {
        let backlog = Backlog<(Future<Int, any Error>.Promise, Int)>()
        let last = group.publisher.setFailureType(to: (any Error).self)
          .flatMap(maxPublishers: .max(8)) { element in
            let (future, fulfill) = pending()
            backlog.append((fulfill, element))
            return future
          }
          .collect()
          .map { collect($0.reduce(0, +)) }
          .run()
        while let (fulfill, element) = backlog.popFirst() { fulfill(.success(element + 1)) }
        withExtendedLifetime(last) {}
      }
    }
  }
}
