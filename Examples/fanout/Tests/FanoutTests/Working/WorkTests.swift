import GRPCCore
import Pledge
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

struct WorkCountsTests {
  let counts = WorkCounts()

  @Test func `a worker that closes ends when its current calls have ended`() {
    #expect(counts.begin())
    #expect(counts.begin())
    let end = counts.close()

    #expect(!counts.begin())
    #expect(!counts.isOpen)
    counts.ended(.success(1))
    #expect(end.isPending)
    counts.ended(.failure(RPCError(code: .cancelled, message: "")))
    #expect(end.isFulfilled)
    #expect(counts.current == WorkCounts.Numbers(started: 2, answered: 1, cancelled: 1))
  }

  @Test func `a worker without calls ends immediately`() {
    #expect(counts.close().isFulfilled)
    #expect(counts.close().isFulfilled)
  }
}
