import Testing

@testable import Benchmarks

@Suite("Timing")
struct TimingTests {
  private func workload(_ competitors: Competitor...) -> Workload {
    Workload(
      id: "test",
      title: "a test",
      group: 10,
      checksum: Catalogue.ones,
      competitors: competitors
    )
  }

  @Test func `every peer has one sample per round`() throws {
    let workload = workload(Competitor(.pledge, spinning), Competitor(.nio, spinning))
    let samples = try Timing(of: workload).samples(rounds: 3)

    #expect(samples.mapValues(\.count) == ["pledge": 3, "nio": 3])
    #expect(samples.values.joined().allSatisfy { $0 > 0 })
  }

  @Test func `modules for older libraries are not timed`() throws {
    var workload = workload(Competitor(.pledge, spinning))
    workload.older = [Competitor(.promisekit, spinning)]

    #expect(try Timing(of: workload).samples(rounds: 1).keys.sorted() == ["pledge"])
  }

  @Test func `counts are whole groups`() throws {
    let workload = workload(
      Competitor(.pledge) { count in
        #expect(count.isMultiple(of: 10))
        return spinning(count)
      }
    )

    _ = try Timing(of: workload).samples(rounds: 1)
  }

  @Test func `a wrong checksum throws`() {
    let workload = workload(Competitor(.pledge) { count in count - 1 })

    #expect(throws: WrongResult.self) { try Timing(of: workload) }
  }
}

/// Spins for a few hundred nanoseconds per operation.
@Sendable
private func spinning(_ count: Int) -> Int {
  for _ in 0..<count { _ = ContinuousClock.now }
  return count
}
