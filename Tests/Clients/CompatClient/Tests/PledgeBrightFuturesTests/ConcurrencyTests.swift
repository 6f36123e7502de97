import Foundation
import Pledge
import PledgeBrightFutures
import TestSupport
import Testing

private typealias Future = PledgeBrightFutures.Future
private typealias Promise = PledgeBrightFutures.Promise

@Suite(.hangLimit)
struct ConcurrencyTests {
  @Test func `a task waits for an async, a future, and one that cannot fail`() async throws {
    let value: Int = await Async(result: 1).get()
    #expect(value == 1)
    let queue = DispatchQueue.global()
    let future: Future<Int, Broken> = queue.asyncResult { .success(2) }
    #expect(try await future.get() == 2)
    #expect(await queue.asyncValue { 3 }.get() == 3)
    let result: Result<Int, Broken> = await Future<Int, Broken>(error: Broken()).get()
    #expect(result == .failure(Broken()))
  }

  @Test func `with rejectsBrokenPromises a broken promise ends a throwing wait`() async {
    await #expect(processExitsWith: .success) {
      BrightFuturesConfiguration.rejectsBrokenPromises = true
      await #expect(throws: BrokenPromiseError.self) {
        try await Promise<Int, Broken>().future.get()
      }
    }
  }

  @Test func `a canceled task continues to wait`() async throws {
    let promise = Promise<Int, Broken>()
    let task = Task { try await promise.future.get() }
    task.cancel()
    promise.success(1)
    #expect(try await task.value == 1)
  }
}
