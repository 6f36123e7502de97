import OpenCombine

extension CombinePeer {
  static func contention(_ count: Int) -> Int {
    Contest.run(
      count,
      create: { pending() },
      settle: { $0.fulfill(.success(1)) },
      attach: { source, tally, number in
        source.future.sink(
          receiveCompletion: { _ in },
          receiveValue: { tally.add($0 * number) }
        )
      }
    )
  }
}
