import Pledge
import PledgeTesting

/// What the steps of a round share besides promises; replaced as a whole when its owner lets go of it.
struct Belongings {
  let queue: PromiseQueue
  let flights: SingleFlight<Int, Token>
  let bag = DiscardBag()
  let source = DiscardSource()
  let monitor = ProgressMonitor()
  /// Promises of tasks that hold what they wait for, and so have to be discarded by their owner.
  let waiters = DiscardBag()

  init(_ clock: ManualClock, limit: Int) {
    queue = PromiseQueue(limit: limit, clock: clock)
    flights = SingleFlight(
      expiry: limit == 1 ? nil : .seconds(limit),
      limit: limit,
      cachesErrors: limit == 2,
      clock: clock
    )
  }
}

/// What is outstanding in a round.
struct Backlog {
  /// Jobs that contexts put off, and callbacks that have not been called yet.
  var jobs: [@Sendable () -> Void] = []
  var contexts: [KeptJobs] = []
  var tasks: [Task<Void, Never>] = []
}

/// A promise in a slot, and the right to settle it, if the program has that.
struct Entry: Sendable {
  let future: Future<Token>
  var resolver: Resolver<Token>?
  let record: Record
}
