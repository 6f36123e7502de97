import Pledge
import PledgeTesting

/// Prints how many orderings of the stale search `explore` tries in a second.
///
///     swift run -c release --package-path Benchmarks explorations
@main
struct Explorations {
  private static let samples = 15
  private static let sampleDuration = Duration.milliseconds(200)

  static func main() throws {
    for (searches, orderings) in [(2, 4), (4, 336)] {
      let rates = try (0..<samples).map { _ in
        try rate(searches: searches, orderings: orderings)
      }
      .sorted()
      let (median, fastest) = (rates[samples / 2], rates[samples - 1])
      print("\(searches) searches: \(median) orderings per second, at most \(fastest)")
    }
  }

  /// Explores for ``sampleDuration``, and returns the number of orderings per second.
  private static func rate(searches: Int, orderings: Int) throws -> Int {
    let start = ContinuousClock.now
    var (tried, duration) = (0, Duration.zero)
    while duration < sampleDuration {
      let report = try explore { StaleSearch.run(in: $0, searches: searches) }
      precondition(report.isComplete && report.tried == orderings)
      tried += report.tried
      duration = start.duration(to: .now)
    }
    return Int(Double(tried) / (duration / .seconds(1)))
  }
}
