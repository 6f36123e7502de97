import Pledge
import PledgeTestSupport
import Testing

@Suite struct NestingTests {
  @Test
  func `values that settle promises when released do not deepen the stack of deferred work`() async
  {
    let ends = Tally()
    await onSmallStack {
      nested(48) {
        for _ in 0..<20_000 {
          let next = Promise<Int>()
          next.observe { _ in ends.up() }
          let promise = Promise<Life>()
          promise.observe { _ in }
          promise.resolve(Life { next.resolve(1) })
        }
      }
    }
    #expect(ends.count == 20_000)
  }
}
