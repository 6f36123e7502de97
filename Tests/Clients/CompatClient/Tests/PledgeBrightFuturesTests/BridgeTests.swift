import Pledge
import PledgeBrightFutures
import TestSupport
import Testing

private typealias Future = PledgeBrightFutures.Future
private typealias Promise = PledgeBrightFutures.Promise

struct BridgeTests {
  @Test func `a dropped callback becomes a discard`() {
    let token = InvalidationToken()
    token.invalidate()
    let dropped = Future<Int, Broken>(value: 1)
      .map(token.validContext(immediateExecutionContext)) { $0 }
      .pledge
    #expect(throws: DiscardedError.self) { try dropped.result?.get() }
  }
}
