/// Times the competitors of a workload in turns: A B C, A B C.
///
/// What disturbs the machine for a while then disturbs all of them, and the ratio between two peers
/// stays right where their times do not.
struct Timing {
  /// How long a sample takes, roughly: long enough for the clock, short enough to see the same weather
  /// as its neighbours.
  static let sampleDuration = Duration.milliseconds(5)

  private let workload: Workload
  private let counts: [Int]

  init(of workload: Workload) throws {
    self.workload = workload
    counts = try workload.competitors.map { try Self.calibrated($0, for: workload) }
  }

  /// Nanoseconds per operation for each peer, one for each round.
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

  /// How many operations `competitor` does in ``sampleDuration``, in whole groups.
  private static func calibrated(_ competitor: Competitor, for workload: Workload) throws -> Int {
    var groups = 1
    while true {
      let count = groups * workload.group
      // The fastest of three: one that was interrupted says nothing.
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
