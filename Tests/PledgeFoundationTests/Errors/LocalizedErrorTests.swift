import Foundation
import Pledge
import PledgeFoundation
import Testing

struct LocalizedErrorTests {
  private struct Missing: Error {}

  @Test(
    arguments: [
      DiscardedError(), CycleError(), TimeoutError(limit: .seconds(1)),
      RetryError(errors: [Missing()]), AggregateError(errors: [Missing(), Missing()]),
      EmptyInputError(), NoOutcomeError(), ArgumentError("max must be at least 1"), NilValueError(),
      InvalidValueError(), NoSuchElementError(), RejectionReasonError("sold out"),
      QueueFullError(maxWaiting: 1), MissingKeyError(7), NothingToRescueError(),
    ] as [any Error]
  )
  func `the localized description is the description`(error: any Error) {
    #expect(error.localizedDescription == "\(error)")
  }

  @Test func `an alert can show the error of a promise`() {
    let limited = Promise<Int>(discard: {}).timeout(after: .zero)
    let broken = Promise<Int> { _ in }
    let cast = Promise(value: 1).cast(to: String.self)
    let failed = retry(max: 1) { Promise<Int>(error: NilValueError()) }

    #expect(message(limited) == "not settled within 0.0 seconds")
    #expect(message(failed)?.hasPrefix("failed once; last error: ") == true)
    #expect(message(broken)?.hasPrefix("broken promise: the producer") == true)
    #expect(message(cast)?.hasPrefix("cannot cast a value of type Int") == true)
  }

  private func message<Value>(_ promise: Future<Value>) -> String? {
    guard case .failure(let error) = promise.result else { return nil }
    return error.localizedDescription
  }
}
