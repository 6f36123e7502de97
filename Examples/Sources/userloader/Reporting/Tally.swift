/// The counts so far.
struct Tally {
  private(set) var attempts = 0
  private(set) var loaded = 0
  /// The failed users, grouped by reason.
  private(set) var failed: [String: [Int]] = [:]
  private var requested: Set<Int> = []

  /// The number of users that have finished.
  var settled: Int { loaded + failures }
  var failures: Int { failed.values.reduce(0) { $0 + $1.count } }
  /// The number of requests that repeated a failed one.
  var retries: Int { attempts - requested.count }

  mutating func attempted(_ id: Int) {
    attempts += 1
    requested.insert(id)
  }

  mutating func settled(_ outcome: Outcome) {
    switch outcome {
    case .loaded: loaded += 1
    case .failed(let id, let error): failed[reason(error), default: []].append(id)
    }
  }
}
