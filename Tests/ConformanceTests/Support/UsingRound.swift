import Pledge
import PledgeTestSupport

/// Returns the result of `using` with these arguments.
typealias Use = (
  _ acquire: Promise<Int>,
  _ release: @escaping @Sendable (Int) -> Void,
  _ body: @escaping @Sendable (Int) -> Future<Int>
) -> Promise<Int>

/// A resource, and the work that uses it.
private final class UsingRound: Sendable {
  let log = Log<Int>()
  let acquire = Promise<Int>()
  let work = Promise<Int>()
  let result: Promise<Int>

  init(_ use: Use) {
    result = use(acquire, { [log] in log.add($0) }, { [work] _ in work })
  }
}

/// Returns how often a resource is not released exactly once if three threads let it arrive, let the
/// work end, and settle the result.
func wrongReleases(against manual: ManualSettlement, _ use: Use) -> Int {
  raced(
    rounds: 2_000,
    sharing: UsingRound(use),
    [
      { $0.acquire.resolve(7) },
      { manual.settle($0.result) },
      { $0.work.resolve(1) },
    ]
  ) { round in
    round.log.entries == [7] && round.result.result != nil
  }
}
