/// Times the competitors of a workload in turn: A B C, A B C.
///
/// A disturbance of the machine then affects all peers, so the ratio of two peers is accurate
/// even where their times are not.
struct Timing {
  /// The approximate duration of a sample: long enough for the clock, short enough that neighboring
  /// samples run under the same conditions.
  static let sampleDuration = Duration.milliseconds(5)

  private let workload: Workload
  private let counts: [Int]

  init(of workload: Workload) throws {
    self.workload = workload
    counts = try workload.competitors.map { try Self.calibrated($0, for: workload) }
  }

  /// Returns nanoseconds per operation for each peer, one figure for each round.
  func samples(rounds: Int) throws -> [String: [Double]] {
    var samples: [String: [Double]] = [:]
    for _ in 0..<rounds {
      for (competitor, count) in zip(workload.competitors, counts) {
        let duration = try Self.time(competitor, doing: workload, count: count)
        let nanoseconds = Double(duration.nanoseconds) / Double(count)
        samples[competitor.peer.rawValue, default: []].append(nanoseconds)
      }
    }
    return samples
  }

  /// Returns the number of operations that take ``sampleDuration``, in whole groups.
  private static func calibrated(_ competitor: Competitor, for workload: Workload) throws -> Int {
    var groups = 1
    while true {
      let count = groups * workload.group
      // Uses the fastest of three, because an interrupted one is meaningless.
      let duration =
        try (0..<3)
        .map { _ in try time(competitor, doing: workload, count: count) }
        .min() ?? .zero
      if duration * 4 >= sampleDuration {
        return max(1, Int(Double(groups) * (sampleDuration / duration))) * workload.group
      }
      groups *= 2
    }
  }

  private static func time(
    _ competitor: Competitor,
    doing workload: Workload,
    count: Int
  ) throws -> Duration {
    let round = competitor.prepare(count)
    let duration = ContinuousClock().measure(round.operate)
    let (expected, got) = (workload.checksum(count), round.finish())
    guard got == expected else { throw WrongResult(expected: expected, got: got) }
    return duration
  }
}

extension Duration {
  var nanoseconds: Int64 {
    components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
  }
}
