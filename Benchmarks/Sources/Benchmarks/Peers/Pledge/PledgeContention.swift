import Pledge

extension PledgePeer {
  static func contention(_ count: Int) -> Int {
    Contest.run(
      count,
      create: { Promise<Int>() },
      settle: { $0.resolve(1) },
      attach: { promise, tally, number in promise.map { tally.add($0 * number) } }
    )
  }
}
