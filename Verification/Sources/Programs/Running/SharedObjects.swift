import Pledge
import PledgeTesting

/// The objects that the steps of a round share besides promises.
///
/// Replaced as a whole.
struct SharedObjects {
  let queue: PromiseQueue
  let flights: SingleFlight<Int, Token>
  /// Rejects requests for key 3.
  var loader: BatchLoader<Int, Token>?
  let limit: Int
  let bag = DiscardBag()
  let source = DiscardSource()
  let monitor = ProgressMonitor()
  /// Promises of tasks, which retain the promises they await, so the round has to discard them.
  let waiters = DiscardBag()

  init(_ clock: any Clock<Duration>, limit: Int, isPredicted: Bool) {
    let limit = isPredicted ? 2 : limit
    self.limit = limit
    queue = PromiseQueue(limit: limit, clock: clock)
    flights = SingleFlight(
      expiry: limit == 1 ? nil : .seconds(limit),
      limit: limit,
      cachesErrors: limit == 2,
      clock: clock
    )
  }
}

/// The outstanding work of a round.
struct Backlog {
  /// Jobs that contexts deferred, and callbacks that have not been called yet.
  var jobs: [@Sendable () -> Void] = []
  var contexts: [RetainedJobs] = []
  var tasks: [Task<Void, Never>] = []
}

/// A promise in a slot, and its resolver, each as long as the program has it.
struct Entry: Sendable {
  var future: Future<Token>?
  var resolver: Resolver<Token>?
  let record: Record
}
