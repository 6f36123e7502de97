import Pledge
import PledgeTestSupport
import Testing

@Suite(.hangLimit)
struct ResolveRejectTests {
  @Test func `one of two closures keeps the promise pending`() async throws {
    let kept = Locked<(@Sendable (Int) -> Void)?>(nil)
    let hasRun = Promise<Void>()
    let promise = Promise<Int> { resolve, _ in
      kept.value = resolve
      hasRun.resolve()
    }
    try await hasRun.value
    #expect(promise.isPending)

    kept.value?(1)

    #expect(promise.got == 1)
  }
}
