import GRPCCore
import Pledge
import Testing

@testable import fanout

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
