/// What has happened so far.
struct Tally {
  private(set) var attempts = 0
  private(set) var loaded = 0
  /// The users that failed, by the reason.
  private(set) var failed: [String: [Int]] = [:]
  private var asked: Set<Int> = []

  /// How many users are done with.
  var settled: Int { loaded + failures }
  var failures: Int { failed.values.reduce(0) { $0 + $1.count } }
  /// How many requests were repetitions of one that failed.
  var retries: Int { attempts - asked.count }

  mutating func attempted(_ id: Int) {
    attempts += 1
    asked.insert(id)
  }

  mutating func settled(_ outcome: Outcome) {
    switch outcome {
    case .loaded: loaded += 1
    case .failed(let id, let error): failed[reason(error), default: []].append(id)
    }
  }
}
