import Pledge
import PledgeTesting
import Synchronization

@testable import fanout

/// Workers in the same process, whose answers the test provides.
final class FakeWorkers: Sendable {
  struct Call: Sendable {
    let assignment: Assignment
    let timeLeft: Duration
    let promise: Promise<Answer>
    /// Fulfilled when the caller no longer waits for the answer.
    let isLeft: Promise<Void>

    func answer() {
      promise.resolve(
        Answer(
          item: assignment.item,
          worker: assignment.worker,
          value: Work.result(of: assignment.item)
        )
      )
    }

    func fail(_ kind: CallFailure.Kind) {
      promise.reject(CallFailure(worker: assignment.worker, kind: kind, detail: "as it was told"))
    }
  }

  private let arrivals = (0..<240).map { _ in Promise<Call>() }
  private let count = Mutex(0)

  func remote(_ assignment: Assignment, _ timeLeft: Duration) -> Future<Answer> {
    let number = count.withLock { count in
      count += 1
      return count - 1
    }
    let isLeft = Promise<Void>()
    let call = Call(
      assignment: assignment,
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
