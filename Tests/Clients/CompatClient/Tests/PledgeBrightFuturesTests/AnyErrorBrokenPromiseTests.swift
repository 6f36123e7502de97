import Dispatch
import Pledge
import PledgeBrightFutures
import TestSupport
import Testing

private typealias Future = PledgeBrightFutures.Future
private typealias Promise = PledgeBrightFutures.Promise

/// Futures of `any Error` stay pending as well, unless the setting makes them fail.
@Suite(.hangLimit)
struct AnyErrorBrokenPromiseTests {
  @Test func `a combination waits for a broken future of any error`() {
    func broken() -> Future<Int, any Error> { Promise<Int, any Error>().future }
    let value = Future<Int, any Error>(value: 1)
    let failure = Future<Int, any Error>(error: Broken())
    #expect(!broken().zip(value).isCompleted && !value.zip(broken()).isCompleted)
    #expect(failure.zip(broken()).isFailure)
    #expect(![value, broken(), failure].sequence().isCompleted)
    #expect([failure, broken()].sequence().isFailure)
  }

  @Test func `with rejectsBrokenPromises a broken future of any error fails`()
    async
  {
    await #expect(processExitsWith: .success) {
      BrightFuturesConfiguration.rejectsBrokenPromises = true
      precondition(!Promise<Int, Broken>().future.isCompleted)
      let callback: Future<Int, any Error> = materialize { $0(nil, nil) }
      precondition((callback.error as? BrokenPromiseError)?.fileID == #fileID)
      let resolver = Future<Int, any Error> { _ in }
      precondition((resolver.error as? BrokenPromiseError)?.fileID == #fileID)
      precondition(Future(pledge: Pledge.Promise<Int>()).error is BrokenPromiseError)
    }
  }
}
