import Foundation
import Pledge
import PledgeFoundation
import PledgeTestSupport
import Testing

@Suite(.hangLimit) struct RunLoopContextTests {
  @Test func `handlers wake the run loop and run on its thread`() async throws {
    let thread = try await RunLoopThread()

    let promise = Promise(value: 1).map(on: .runLoop(thread.runLoop.value)) { _ in
      UncheckedSendable(RunLoop.current)
    }

    #expect(try await promise.value.value === thread.runLoop.value)
  }

  @Test func `handlers run in order`() async throws {
    let thread = try await RunLoopThread()
    let context = RunLoopContext(thread.runLoop.value)
    let (source, seen) = (Promise<Int>(), Locked<[Int]>([]))
    let stages = (0..<100).map { number in
      source.map(on: context) { _ in seen.withLock { $0.append(number) } }
    }

    source.resolve(1)

    _ = try await all(stages).value
    #expect(seen.value == Array(0..<100))
  }
}
