import Testing

@testable import fanout

@Suite struct WorkTests {
  @Test func `a few calls stall, a few are refused, and the seed decides which`() {
    let work = Work(worker: 1, seed: 2)
    let moods = (0..<10_000).map { work.mood(for: $0, attempt: 0) }
    let busy = moods.filter { $0 == .busy }.count
    let stalled = moods.filter { $0 == .stalled(.seconds(3600)) }.count

    #expect(20..<100 ~= busy)
    #expect(20..<100 ~= stalled)
    #expect(moods == (0..<10_000).map { work.mood(for: $0, attempt: 0) })
    #expect(moods != (0..<10_000).map { work.mood(for: $0, attempt: 1) })
  }

  @Test func `no two items have the same answer`() {
    #expect(Set((0..<10_000).map(Work.result)).count == 10_000)
  }
}
