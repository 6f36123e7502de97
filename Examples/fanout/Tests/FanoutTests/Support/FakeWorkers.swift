import Pledge
import PledgeTesting
import Synchronization

@testable import fanout

/// Workers in the same process, whose answers the test provides.
final class FakeWorkers: Sendable {
  struct Call: Sendable {
    let item: Int
    let attempt: Int
    let timeLeft: Duration
    let promise: Promise<Answer>
    /// Fulfilled when the caller no longer waits for the answer.
    let isLeft: Promise<Void>

    func answer() {
      promise.resolve(Answer(item: item, worker: 0, value: Work.result(of: item)))
    }

    func fail() { promise.reject(Failure()) }
  }

  struct Failure: Error, CustomStringConvertible {
    let description = "as it was told"
  }

  private let arrivals = (0..<240).map { _ in Promise<Call>() }
  private let count = Mutex(0)

  func remote(_ item: Int, _ attempt: Int, _ timeLeft: Duration) -> Future<Answer> {
    let number = count.withLock { count in
      count += 1
      return count - 1
    }
    let isLeft = Promise<Void>()
    let call = Call(
      item: item,
      attempt: attempt,
      timeLeft: timeLeft,
      promise: Promise(discard: { isLeft.resolve() }),
      isLeft: isLeft
    )
    arrivals[number].resolve(call)
    return call.promise
  }

  /// The number of calls so far.
  var calls: Int { count.withLock { $0 } }

  /// Waits for the call with this number, starting at 0.
  func call(_ number: Int) async throws -> Call {
    try await expectFulfilled(arrivals[number])
  }
}
