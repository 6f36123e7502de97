import Foundation
import PledgeBrightFutures
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(60)))
struct DepthTests {
  static let steps = 20_000

  @Test(arguments: [immediateExecutionContext, maxStackDepthExecutionContext])
  func `a long chain settles and ends on a small stack`(context: @escaping ExecutionContext) async {
    let value = await onSmallStack {
      let promise = Promise<Int, Broken>()
      var future = promise.future
      for _ in 0..<DepthTests.steps { future = future.map(context) { $0 + 1 } }
      promise.success(0)
      return future.forced().value
    }
    #expect(value == DepthTests.steps)
  }

  @Test func `a long pending chain is released on a small stack`() async {
    await onSmallStack {
      let promise = Promise<Int, Broken>()
      var future = promise.future
      for _ in 0..<DepthTests.steps { future = future.map(immediateExecutionContext) { $0 } }
    }
    // Completion is the assertion.
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

  @Test func `a long loop runs on a small stack`() async {
    let value = await onSmallStack {
      @Sendable func count(_ number: Int) -> Future<Int, Broken> {
        guard number < DepthTests.steps else { return Future(value: number) }
        return Future(value: number + 1).flatMap(immediateExecutionContext) { count($0) }
      }
      return count(0).forced().value
    }
    #expect(value == DepthTests.steps)
  }
}
