import Foundation
import PledgeBrightFutures
import TestSupport
import Testing

@Suite(.hangLimit)
struct DepthTests {
  static let steps = 20_000

  @Test func `a long chain settles on the context of limited depth, on a small stack`() async {
    let value = await onSmallStack {
      let promise = Promise<Int, Broken>()
      var future = promise.future
      let context = maxStackDepthExecutionContext
      for _ in 0..<DepthTests.steps { future = future.map(context) { $0 + 1 } }
      promise.success(0)
      return future.forced().value
    }
    #expect(value == DepthTests.steps)
  }

  @Test func `a callback that is too deep runs before its thread waits`() {
    let log = Log<Int?>()
    @Sendable func nest(_ level: Int) {
      let promise = Promise<Int, Never>()
      promise.future.onComplete(immediateExecutionContext) { _ in
        if level < 60 { nest(level + 1) } else { log.add(level) }
      }
      let mapped = promise.future.map(immediateExecutionContext) { $0 }
      promise.success(level)
      if level == 47 || level == 48 { log.add(mapped.forced(.now())?.value) }
    }
    nest(0)
    #expect(log.entries == [60, 48, 47])
  }
}
