import OpenCombine

extension CombinePeer {
  static func deepSettle(_ count: Int) -> Int {
    Checksum.of {
      let (future, fulfill) = pending()
      let last = stages(count, on: future).map { collect($0) }.run()
      fulfill(.success(0))
      withExtendedLifetime(last) {}
    }
  }

  static func deepReject(_ count: Int) -> Int {
    Checksum.of {
      let (future, fulfill) = pending()
      let last = stages(count, on: future).mapError { error in
        collect(count)
        return error
      }
      .run()
      fulfill(.failure(Failure()))
      withExtendedLifetime(last) {}
    }
  }

  static func deepDiscard(_ count: Int) -> Int {
    Checksum.of {
      let (future, _) = pending()
      let last = stages(count, on: future.handleEvents(receiveCancel: { collect(count) })).run()
      last.cancel()
    }
  }

  static func deepDrop(_ count: Int) -> Int {
    _ = stages(count, on: pending().future).run()
    return count
  }

  private static func stages(
    _ count: Int,
    on root: some Publisher<Int, any Error>
  ) -> AnyPublisher<Int, any Error> {
    var last = root.eraseToAnyPublisher()
    for _ in 0..<count { last = last.map { $0 + 1 }.eraseToAnyPublisher() }
    return last
  }
}
